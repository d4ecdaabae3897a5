import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { Controller, useWatch } from 'react-hook-form';
import type { User } from '#contract/users.ts';
import { roles } from '#contract/words/roles.ts';
import { useIsWithoutMail } from '#web/domain/MailBanner.tsx';
import { formField } from '#web/lib/forms/form-field.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import { optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { FormOutcome } from '#web/ui/mantine/form/FormOutcome.tsx';
import { SaveButton } from '#web/ui/mantine/form/SaveButton.tsx';
import { roleLabels } from '../users.view.ts';
import { OpenWork } from './OpenWork.tsx';
import classes from './UserForm.module.css';
import { UserPassword } from './UserPassword.tsx';
import { useUserForm } from './useUserForm.ts';

type Props = {
  /** The user to edit; null for a new one. */
  existing: User | null;
  /** Whether the user was deleted while the form was open. */
  isDeleted: boolean;
  onSaved: (saved: User) => void;
};

/** The fields of a member of staff, with the rules of spec §5. */
export function UserForm({ existing, isDeleted, onSaved }: Props) {
  const { close, finish } = useDialog();
  const { form, submit, handOver, isPending, isBack, failure, conflict } = useUserForm(existing, isDeleted, (saved) => {
    onSaved(saved);
    finish();
  });
  const invited = useWatch({ control: form.control, name: 'invite' });
  const isWithoutMail = useIsWithoutMail();
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="User">
      <div className={classes.fields}>
        <TextInput label="Name" withAsterisk autoComplete="off" data-autofocus {...formField(form, 'name')} />
        <TextInput label="Email" type="email" withAsterisk autoComplete="off" {...formField(form, 'email')} />
        <TextInput label="Phone" type="tel" autoComplete="off" {...formField(form, 'phone')} />
        <TextInput label="Location" placeholder="Where the day starts" {...formField(form, 'base_location')} />
        {!existing && (
          <Controller
            name="invite"
            control={form.control}
            render={({ field: { value, ...field } }) => (
              <Switch
                {...field}
                className={classes.wide}
                checked={Boolean(value)}
                label="Invite by mail"
                description="Sends a link by which the person signs in for the first time."
              />
            )}
          />
        )}
        {invited && isWithoutMail && (
          <div className={classes.wide}>
            <Notice tone="warning">
              No mail server is set: the invitation would reach nobody. Give the person a password instead.
            </Notice>
          </div>
        )}
        {!invited && <UserPassword form={form} existing={existing} />}
        <NativeSelect label="Role" withAsterisk data={optionsOf(roles, roleLabels)} {...formField(form, 'role')} />
        <Controller
          name="is_active"
          control={form.control}
          render={({ field: { value, ...field }, fieldState }) => (
            <Switch
              {...field}
              className={classes.active}
              checked={Boolean(value)}
              label="Active"
              description="An inactive user cannot log in."
              error={fieldState.error?.message}
            />
          )}
        />
        {existing && handOver && (
          <div className={classes.wide}>
            <OpenWork user={existing} handOver={handOver} />
          </div>
        )}
        <div className={classes.outcome}>
          <FormOutcome
            isBack={isBack}
            conflict={
              isDeleted ? (
                <Notice tone="danger">
                  This user was deleted while you had the form open. Nothing here can be saved any more; copy what you
                  still need.
                </Notice>
              ) : (
                conflict && <EditConflict what="this user" {...conflict} />
              )
            }
            failure={failure}
          />
        </div>
      </div>
      <DialogFoot>
        <Button variant="default" onClick={close} disabled={isPending}>
          {isDeleted ? 'Close' : 'Cancel'}
        </Button>
        {!isDeleted && (
          <SaveButton conflict={conflict} loading={isPending || handOver?.isCounting === true}>
            {existing ? 'Save Changes' : invited ? 'Send Invitation' : 'Create User'}
          </SaveButton>
        )}
      </DialogFoot>
    </form>
  );
}
