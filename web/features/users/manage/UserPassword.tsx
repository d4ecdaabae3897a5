import { Button, PasswordInput } from '@mantine/core';
import { IconCopy, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { User } from '#contract/users.ts';
import { passwordHint } from '#contract/words/passwords.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { generatePassword } from '#web/lib/forms/generate-password.ts';
import { copyText } from '#web/ui/base/behaviour/copy-text.ts';
import { PasswordAdvice } from '#web/ui/base/form/PasswordAdvice.tsx';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import type { UserValues } from '../users.view.ts';
import classes from './UserForm.module.css';

type Props<T> = { form: UseFormReturn<UserValues, unknown, T>; existing: User | null };

/** The password of a user, typed or generated, with what is still missing while it is typed. */
export function UserPassword<T>({ form, existing }: Props<T>) {
  const [isShown, setShown] = useState(false);
  const toasts = useToasts();
  const [password, name, email] = useWatch({ control: form.control, name: ['password', 'name', 'email'] });
  const field = formField(form, 'password');
  const generate = () => {
    const { isSubmitted } = form.formState;
    form.setValue('password', generatePassword(), { shouldDirty: true, shouldValidate: isSubmitted });
    form.setFocus('password');
    setShown(true);
  };
  const copy = async () =>
    toasts.show((await copyText(password ?? '')) ? { text: 'Copied' } : { text: 'Could not copy', tone: 'danger' });
  return (
    <div className={`${classes.wide} ${classes.password}`}>
      <div>
        <PasswordInput
          label="Password"
          withAsterisk={!existing}
          autoComplete="new-password"
          description={
            existing?.is_invited
              ? 'Leave blank until the invited person chooses one.'
              : existing
                ? 'Leave blank to keep the present password.'
                : passwordHint
          }
          visible={isShown}
          onVisibilityChange={setShown}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          {...field}
        />
        <PasswordAdvice password={password} name={name} email={email} error={field.error} />
      </div>
      <div className={classes.passwordActions}>
        <Button variant="default" size="xs" leftSection={<IconSparkles size={16} />} onClick={generate}>
          Generate
        </Button>
        {password && (
          <Button variant="default" size="xs" leftSection={<IconCopy size={16} />} onClick={copy}>
            Copy
          </Button>
        )}
      </div>
    </div>
  );
}
