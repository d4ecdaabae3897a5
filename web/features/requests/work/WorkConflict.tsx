import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { openStatuses, type Status, statusLabels } from '#contract/words/requests.ts';
import { RequestConflict } from '../record/RequestConflict.tsx';
import type { Work } from './useWorkForm.ts';

type Props = Omit<ComponentProps<typeof RequestConflict>, 'mine'> & Pick<Work, 'form'>;

const isOpen = (status: Status) => openStatuses.some((open) => open === status);

/**
 * What changed during the edit, beside what the technician has entered. Follows the fields, so that the form need not. A status
 * that the technician has not chosen is not theirs.
 */
export function WorkConflict({ form, ...conflict }: Props) {
  const [status, notes] = useWatch({ control: form.control, name: ['status', 'notes'] });
  const { before, now } = conflict;
  const chosen = status !== before.status && status ? status : undefined;
  const isReopened = chosen !== undefined && isOpen(chosen) && !isOpen(now.status);
  return (
    <RequestConflict
      {...conflict}
      mine={{ Status: chosen && statusLabels[chosen], 'Your note': notes || undefined }}
      {...(isReopened && { saveMine: 'Save mine and reopen it' })}
    />
  );
}
