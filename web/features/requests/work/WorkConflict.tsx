import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { openStatuses, type Status } from '#contract/words/requests.ts';
import { RequestConflict } from '../record/RequestConflict.tsx';
import type { Work } from './useWorkForm.ts';

type Props = ComponentProps<typeof RequestConflict> & { work: Pick<Work, 'form' | 'before'> };

const isOpen = (status: Status) => openStatuses.some((open) => open === status);

/** What changed during the edit, beside what the technician has entered. A status that they have not chosen is not theirs. */
export function WorkConflict({ work: { form, before }, ...conflict }: Props) {
  const status = useWatch({ control: form.control, name: 'status' });
  const { now } = conflict;
  const isReopened = status !== undefined && status !== before.status && isOpen(status) && !isOpen(now.status);
  return <RequestConflict {...conflict} {...(isReopened && { saveMine: 'Save mine and reopen it' })} />;
}
