import { zodResolver } from '@hookform/resolvers/zod';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import type { RequestDetail } from '#contract/request-answers.ts';
import { assignBody } from '#contract/request-forms.ts';
import { textLimits } from '#contract/words/limits.ts';
import { assigneeLabel } from '#web/features/users/users.view.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { LimitedTextarea } from '#web/ui/mantine/form/LimitedText.tsx';
import { closedNote } from '../dispatch/outcome.ts';
import { requestQueries, useAssignRequest } from '../requests.api.ts';
import classes from './TabForm.module.css';
import { TabForm } from './TabForm.tsx';
import { useTabForm } from './useTabForm.ts';

/** Assigns a request to an active technician or admin (spec §2 Assignment). */
export function AssignTab({ request }: { request: RequestDetail }) {
  const assignees = useQuery(requestQueries.assignees());
  const people = assignees.data ?? [];
  const form = useForm({ resolver: zodResolver(assignBody), defaultValues: { notes: '' } });
  const tab = useTabForm(request, form, {
    tab: 'assignment',
    kept: ['notes'],
    change: useAssignRequest(request.id),
    entered: () => {
      const [chosen, notes] = form.watch(['technician_id', 'notes']);
      return { 'Assigned To': people.find(({ id }) => id === chosen)?.name, 'Your note': notes || undefined };
    },
    success: 'Request assigned successfully!',
    failure: 'Failed to assign request',
  });
  if (assignees.isLoadingError)
    return <ErrorState title="Failed to fetch users" error={assignees.error} onRetry={() => assignees.refetch()} />;
  return (
    <TabForm label="Assignment" action="Assign Technician" tab={tab}>
      <p className={classes.now}>
        {request.assignedTechnician
          ? `Assigned to ${request.assignedTechnician.name}. Choosing someone else moves the work to them.`
          : 'Nobody works on this request yet.'}{' '}
        {closedNote([request])}
      </p>
      <Controller
        name="technician_id"
        control={form.control}
        render={({ field, fieldState }) => (
          <Select
            ref={field.ref}
            label="Technician"
            placeholder={assignees.data ? 'Select a technician' : 'Loading technicians'}
            withAsterisk
            searchable
            // Enter takes the first match.
            selectFirstOptionOnChange
            openOnFocus={false}
            nothingFoundMessage="No active technician or admin matches"
            data={people.map((person) => ({ value: String(person.id), label: assigneeLabel(person) }))}
            value={field.value ? String(field.value) : null}
            onChange={(value) => field.onChange(value ? Number(value) : undefined)}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            disabled={tab.isBusy}
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
        disabled={tab.isBusy}
        {...formField(form, 'notes')}
      />
    </TabForm>
  );
}
