import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { changePasswordBody } from '#contract/users.ts';
import { passwordHint } from '#contract/words/passwords.ts';
import { ApiError, call, messageOf } from '#web/lib/api-client.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useUnsaved } from '#web/lib/forms/unsaved.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { PasswordAdvice } from '#web/ui/base/form/PasswordAdvice.tsx';
import { Dialog, useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import classes from './ChangePassword.module.css';

/** The name of the dialog's history layer. */
export const PASSWORD_LAYER = 'password';

const schema = changePasswordBody
  .extend({ repeated: z.string().min(1, 'Please repeat the new password') })
  .refine(({ new_password, repeated }) => new_password === repeated, {
    path: ['repeated'],
    error: 'The passwords do not match',
    // Shown together with the errors of the other fields.
    when: () => true,
  });
const sent = ['current_password', 'new_password'] as const;

/** Changes the password of the user who is signed in. The user's other sessions end. */
export function ChangePassword({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      layer={PASSWORD_LAYER}
      opened={opened}
      onClose={onClose}
      title="Change password"
      subtitle="This signs you out on every other device."
      width={440}
    >
      <PasswordForm />
    </Dialog>
  );
}

function PasswordForm() {
  const { close, finish } = useDialog();
  const options = useLeaveSignal();
  const change = useMutation({
    mutationFn: (body: z.output<typeof changePasswordBody>) => call(api.users.changePassword, { body }, options()),
  });
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { current_password: '', new_password: '', repeated: '' },
  });
  const password = useWatch({ control: form.control, name: 'new_password' });
  const { user } = useSession();
  useUnsaved(form.formState.isDirty && !change.isSuccess);
  const submit = form.handleSubmit(({ repeated: _, ...body }) =>
    change.mutateAsync(body).then(
      () => undefined,
      (error: unknown) => void showFieldErrors(error, sent, form.setError),
    ),
  );
  if (change.isSuccess) {
    return (
      <>
        <div className={classes.fields}>
          <Notice tone="success">Your password is changed. You are signed out on every other device.</Notice>
        </div>
        <DialogFoot>
          <Button onClick={finish} data-autofocus>
            Done
          </Button>
        </DialogFoot>
      </>
    );
  }
  const show = { visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 } };
  const { status = 500, details = [] } = change.error instanceof ApiError ? change.error : {};
  // An error of a field stands at the field.
  const isGeneral = change.isError && details.length === 0;
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Change password">
      <div className={classes.fields}>
        <PasswordInput
          label="Current password"
          withAsterisk
          autoComplete="current-password"
          data-autofocus
          {...show}
          {...formField(form, 'current_password')}
        />
        <div>
          <PasswordInput
            label="New password"
            withAsterisk
            autoComplete="new-password"
            description={passwordHint}
            {...show}
            {...formField(form, 'new_password')}
          />
          <PasswordAdvice
            password={password}
            name={user?.name}
            email={user?.email}
            error={form.formState.errors.new_password?.message}
          />
        </div>
        <PasswordInput
          label="Repeat new password"
          withAsterisk
          autoComplete="new-password"
          {...show}
          {...formField(form, 'repeated')}
        />
        {isGeneral && (
          <Notice tone="danger">
            {messageOf(change.error, 'Failed to change password')}
            {status === 0 &&
              ' It may have been changed although no answer came: if the current one is refused, try the new one.'}
          </Notice>
        )}
      </div>
      <DialogFoot>
        <Button variant="default" onClick={close} disabled={change.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={change.isPending}>
          Change Password
        </Button>
      </DialogFoot>
    </form>
  );
}
