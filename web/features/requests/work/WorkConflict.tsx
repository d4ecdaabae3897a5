import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { statusLabels } from '#contract/words/requests.ts';
import { RequestConflict } from '../record/RequestConflict.tsx';
import type { Work } from './useWorkForm.ts';

type Props = Omit<ComponentProps<typeof RequestConflict>, 'mine'> & Pick<Work, 'form'>;

/** What changed during the edit, beside what the technician has entered. Follows the fields, so that the form need not. */
export function WorkConflict({ form, ...conflict }: Props) {
  const [status, notes] = useWatch({ control: form.control, name: ['status', 'notes'] });
  return (
    <RequestConflict {...conflict} mine={{ Status: status && statusLabels[status], 'Your note': notes || undefined }} />
  );
}
