import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import { contactFields, fieldsAbout, type RequestField, requestFields } from '#contract/words/request-fields.ts';
import { priorities, priorityLabels } from '#contract/words/requests.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { services } from '#web/lib/services.ts';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import { optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { FormOutcome } from '#web/ui/mantine/form/FormOutcome.tsx';
import { LimitedTextarea, LimitedTextInput } from '#web/ui/mantine/form/LimitedText.tsx';
import { SaveButton } from '#web/ui/mantine/form/SaveButton.tsx';
import { RequestConflict } from '../record/RequestConflict.tsx';
import classes from './CorrectForm.module.css';
import { useCorrectForm } from './useCorrectForm.ts';

/** What sets a field apart from a required line of text. */
const kinds: Partial<Record<RequestField, { type?: string; optional?: true; description?: string }>> = {
  service_type: { optional: true },
  customer_email: { type: 'email' },
  customer_phone: { type: 'tel' },
  payment_address: { optional: true, description: 'Leave blank when it is the service address.' },
};

type Props = {
  request: RequestDetail;
  /** Ends the correction without saving. */
  onCancel: () => void;
  /** Receives the success message. */
  onSaved: (text: string) => void;
};

/** Corrects what the customer has submitted, in the place where the dialog shows it (spec §7 PUT). */
export function CorrectForm({ request, onCancel, onSaved }: Props) {
  const { form, submit, isDirty, isSending, isBack, failure, conflict, takeNow } = useCorrectForm(request, onSaved);
  const [asking, setAsking] = useState(false);
  // A service that is not in the list any more stays one of the choices.
  const present = form.formState.defaultValues?.service_type;
  const names = new Set([...(present ? [present] : []), ...services.map(({ name }) => name)]);

  const inputOf = (name: RequestField) => {
    const { limit } = requestFields[name];
    const { optional = false, ...kind } = kinds[name] ?? {};
    const label = `${requestFields[name].label}${optional ? ' (optional)' : ''}`;
    const common = {
      label,
      limit,
      withAsterisk: !optional,
      autoComplete: 'off',
      // Read-only while it is sent, because a disabled field loses the focus.
      readOnly: isSending,
      ...formField(form, name),
    };
    if (name === 'description') return <LimitedTextarea key={name} {...common} autosize minRows={5} maxRows={12} />;
    if (name !== 'service_type') return <LimitedTextInput key={name} {...common} {...kind} />;
    return (
      <NativeSelect
        key={name}
        label={label}
        data={[{ value: '', label: 'Not set' }, ...names]}
        {...formField(form, name)}
      />
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Edit Request">
      <div className={classes.fields}>
        <fieldset className={classes.group}>
          <legend>Request Information</legend>
          {fieldsAbout('work').map(inputOf)}
          <NativeSelect
            label="Priority"
            withAsterisk
            data={optionsOf(priorities, priorityLabels)}
            {...formField(form, 'priority')}
          />
        </fieldset>
        <fieldset className={classes.group}>
          <legend>Customer Information</legend>
          {contactFields.map(inputOf)}
        </fieldset>
        <div className={classes.outcome}>
          <FormOutcome
            isBack={isBack}
            conflict={conflict && <RequestConflict now={request} onTakeNow={takeNow} {...conflict} />}
            failure={failure}
          />
        </div>
      </div>
      <DialogFoot>
        <Button variant="default" onClick={() => (isDirty ? setAsking(true) : onCancel())} disabled={isSending}>
          Cancel
        </Button>
        <SaveButton conflict={conflict} loading={isSending} disabled={!isDirty}>
          Save Changes
        </SaveButton>
      </DialogFoot>
      <ConfirmDialog
        opened={asking}
        title="Discard unsaved changes?"
        hint="What you have entered here has not been sent yet."
        confirm="Discard changes"
        onConfirm={onCancel}
        onCancel={() => setAsking(false)}
      />
    </form>
  );
}
