import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Select } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { assignBody } from '#contract/request-forms.ts';
import type { RequestDetail } from '#contract/requests.ts';
import type { User } from '#contract/users.ts';
import { textLimits } from '#contract/words/limits.ts';
import { isAssignable } from '#web/features/users/users.view.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useEditedVersion } from '#web/lib/forms/useEditedVersion.ts';
import { Notice } from '#web/ui/base/Notice.tsx';
import { useDone } from '#web/ui/base/useDelayedClose.ts';
import { useDialog, useUnsaved } from '#web/ui/mantine/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/DialogFoot.tsx';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { LimitedTextarea } from '#web/ui/mantine/LimitedText.tsx';
import { useAssignRequest } from '../requests.api.ts';
import { editFailure } from '../requests.view.ts';
import classes from './tab-form.module.css';

type Props = { request: RequestDetail; staff: UseQueryResult<User[]> };

/** Assigns a request to an active technician or admin (spec §2 Assignment). */
export function AssignTab({ request, staff }: Props) {
  const assign = useAssignRequest(request.id);
  const done = useDone(useDialog().finish);
  const edit = useEditedVersion(request.version);
  const form = useForm({
    resolver: zodResolver(assignBody),
    defaultValues: { notes: '' },
  });
  const { control, handleSubmit, formState } = form;
  useUnsaved(formState.isDirty && !done.text);

  if (staff.isLoadingError) return <ErrorState title="Failed to fetch users" onRetry={() => staff.refetch()} />;
  const people = staff.data?.filter(isAssignable) ?? [];
  const submit = handleSubmit((body) =>
    assign.mutateAsync({ ...body, version: edit.version() }).then(
      () => done.finish('Request assigned successfully!'),
      // The failure is shown from the mutation's state.
      edit.answered,
    ),
  );
  const busy = assign.isPending || Boolean(done.text);
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Assignment">
      <div className={classes.fields}>
        <p className={classes.now}>
          {request.assignedTechnician
            ? `Assigned to ${request.assignedTechnician.name}. Choosing someone else moves the work to them.`
            : 'Nobody works on this request yet.'}
        </p>
        <Controller
          name="technician_id"
          control={control}
          render={({ field, fieldState }) => (
            <Select
              ref={field.ref}
              label="Technician"
              placeholder={staff.data ? 'Select a technician' : 'Loading technicians'}
              withAsterisk
              searchable
              openOnFocus={false}
              nothingFoundMessage="No active technician or admin matches"
              data={people.map(({ id, name, email }) => ({ value: String(id), label: `${name} - ${email}` }))}
              value={field.value ? String(field.value) : null}
              onChange={(value) => field.onChange(value ? Number(value) : undefined)}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              disabled={busy}
              // Always below the field and limited to the space there: above, it would cover the dialog's head.
              comboboxProps={{
                withinPortal: false,
                floatingStrategy: 'fixed',
                middlewares: { flip: false, shift: false, size: true },
              }}
            />
          )}
        />
        <LimitedTextarea
          label="Notes (optional)"
          placeholder="What the technician should know"
          rows={4}
          limit={textLimits.requestNote}
          disabled={busy}
          {...formField(form, 'notes')}
        />
        {assign.isError && (
          <Notice tone="danger">
            {editFailure(assign.error, {
              fallback: 'Failed to assign request',
              button: 'Assign Technician',
              isReread: edit.isReread,
              hadLostTry: edit.hadLostTry,
            })}
          </Notice>
        )}
        {done.text && <Notice tone="success">{done.text}</Notice>}
      </div>
      <DialogFoot>
        <Button type="submit" loading={assign.isPending} disabled={Boolean(done.text)}>
          Assign Technician
        </Button>
      </DialogFoot>
    </form>
  );
}
