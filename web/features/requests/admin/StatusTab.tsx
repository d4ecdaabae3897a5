import { zodResolver } from '@hookform/resolvers/zod';
import { Button, NativeSelect } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { changeStatusBody } from '#contract/request-forms.ts';
import type { RequestDetail } from '#contract/requests.ts';
import { textLimits } from '#contract/words/limits.ts';
import { statusMoves } from '#contract/words/requests.ts';
import { statusLabels } from '#web/domain/request-labels.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useEditedVersion } from '#web/lib/forms/useEditedVersion.ts';
import { Notice } from '#web/ui/base/Notice.tsx';
import { useDone } from '#web/ui/base/useDelayedClose.ts';
import { useDialog, useUnsaved } from '#web/ui/mantine/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/DialogFoot.tsx';
import { LimitedTextarea } from '#web/ui/mantine/LimitedText.tsx';
import { useChangeStatus } from '../requests.api.ts';
import { editFailure } from '../requests.view.ts';
import classes from './tab-form.module.css';

type Props = { request: RequestDetail };

/** Sets a request's status as an admin, with an optional note (spec §2 Status). */
export function StatusTab({ request }: Props) {
  const change = useChangeStatus(request.id);
  const done = useDone(useDialog().finish);
  const edit = useEditedVersion(request.version);
  const form = useForm({
    resolver: zodResolver(changeStatusBody),
    defaultValues: { notes: '' },
  });
  const { handleSubmit, formState } = form;
  useUnsaved(formState.isDirty && !done.text);
  const options = statusMoves.admin[request.status].map((status) => ({ value: status, label: statusLabels[status] }));
  const submit = handleSubmit((body) =>
    change.mutateAsync({ ...body, version: edit.version() }).then(
      () => done.finish('Status updated successfully!'),
      // The failure is shown from the mutation's state.
      edit.answered,
    ),
  );
  const busy = change.isPending || Boolean(done.text);
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Status">
      <div className={classes.fields}>
        <p className={classes.now}>Now: {statusLabels[request.status]}. The customer sees a new status at once.</p>
        <NativeSelect
          label="Status"
          withAsterisk
          data={[{ value: '', label: 'Select a status' }, ...options]}
          disabled={busy}
          {...formField(form, 'status')}
        />
        <LimitedTextarea
          label="Notes (optional)"
          placeholder="Why the status changes"
          rows={4}
          limit={textLimits.requestNote}
          disabled={busy}
          {...formField(form, 'notes')}
        />
        {change.isError && (
          <Notice tone="danger">
            {editFailure(change.error, {
              fallback: 'Failed to update status',
              button: 'Update Status',
              isReread: edit.isReread,
              hadLostTry: edit.hadLostTry,
            })}
          </Notice>
        )}
        {done.text && <Notice tone="success">{done.text}</Notice>}
      </div>
      <DialogFoot>
        <Button type="submit" loading={change.isPending} disabled={Boolean(done.text)}>
          Update Status
        </Button>
      </DialogFoot>
    </form>
  );
}
