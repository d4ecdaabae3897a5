import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { openStatuses, type Status, statusLabels } from '#contract/words/requests.ts';
import { conflictRows } from '#web/lib/forms/conflict-rows.ts';
import { RequestConflict } from '../record/RequestConflict.tsx';
import { comparedFields } from '../record/request-changes.ts';
import type { Work } from './useWorkForm.ts';

type Props = ComponentProps<typeof RequestConflict> & { work: Pick<Work, 'form' | 'before'> };

const isOpen = (status: Status) => openStatuses.some((open) => open === status);

/**
 * What changed during the edit, beside what the technician has entered. Follows the fields, so that the form need not. A status
 * that the technician has not chosen is not theirs.
 */
export function WorkConflict({ work: { form, before }, ...conflict }: Props) {
  const [status, notes] = useWatch({ control: form.control, name: ['status', 'notes'] });
  const { now } = conflict;
  const chosen = status !== before.status && status ? status : undefined;
  const isReopened = chosen !== undefined && isOpen(chosen) && !isOpen(now.status);
  const entered = { Status: chosen && statusLabels[chosen], 'Your note': notes || undefined };
  return (
    <RequestConflict
      {...conflict}
      rows={conflictRows(comparedFields, before, now, entered)}
      {...(isReopened && { saveMine: 'Save mine and reopen it' })}
    />
  );
}
