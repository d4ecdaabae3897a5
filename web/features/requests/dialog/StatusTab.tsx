import { zodResolver } from '@hookform/resolvers/zod';
import { NativeSelect } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { RequestDetail } from '#contract/request-answers.ts';
import { changeStatusBody } from '#contract/request-forms.ts';
import { textLimits } from '#contract/words/limits.ts';
import { type Status, statusLabels, statusMoves } from '#contract/words/requests.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { LimitedTextarea } from '#web/ui/mantine/form/LimitedText.tsx';
import { useChangeStatus } from '../requests.api.ts';
import classes from './TabForm.module.css';
import { TabForm } from './TabForm.tsx';
import { useTabForm } from './useTabForm.ts';

/** The empty option of the select. As the default it makes a form that is reset count as unchanged. */
const UNCHOSEN = '' as Status;

type Props = { request: RequestDetail };

/** Sets a request's status as an admin, with an optional note (spec §2 Status). */
export function StatusTab({ request }: Props) {
  const form = useForm({ resolver: zodResolver(changeStatusBody), defaultValues: { status: UNCHOSEN, notes: '' } });
  const tab = useTabForm(request, form, {
    tab: 'status',
    kept: ['notes'],
    change: useChangeStatus(request.id),
    entered: () => {
      const [chosen, notes] = form.watch(['status', 'notes']);
      return { Status: chosen ? statusLabels[chosen] : undefined, 'Your note': notes || undefined };
    },
    success: 'Status updated successfully!',
    failure: 'Failed to update status',
  });
  const options = optionsOf(statusMoves.admin[request.status], statusLabels);
  return (
    <TabForm label="Status" action="Update Status" tab={tab}>
      <p className={classes.now}>Now: {statusLabels[request.status]}. The customer sees a new status at once.</p>
      <NativeSelect
        label="Status"
        withAsterisk
        data={[{ value: '', label: 'Select a status' }, ...options]}
        disabled={tab.isBusy}
        {...formField(form, 'status')}
      />
      <LimitedTextarea
        label="Notes (optional)"
        placeholder="Why the status changes"
        rows={4}
        limit={textLimits.requestNote}
        disabled={tab.isBusy}
        {...formField(form, 'notes')}
      />
    </TabForm>
  );
}
