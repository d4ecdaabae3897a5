import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { passwordHint } from '#contract/words/passwords.ts';
import { dashboardOf } from '#contract/words/paths.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { readEarlyInput } from '#web/ui/base/form/early-input.ts';
import { PasswordField, TextField } from '#web/ui/base/form/Field.tsx';
import { PasswordAdvice } from '#web/ui/base/form/PasswordAdvice.tsx';
import { FormPage } from '#web/ui/base/page/FormPage.tsx';
import { AuthForm } from '../form/AuthForm.tsx';
import { AUTH_FORM, useAuthForm } from '../form/useAuthForm.ts';

export const handle: PageHandle = {
  meta: ({ name }) => ({ title: `Set up - ${name}`, description: 'Makes the first admin.', isIndexed: false }),
};

/** Reads the set-up token from the fragment, which servers, proxies and referrers never see. */
const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

const loadChecks = () => import('./setup-checks.ts');

/** Creates the first admin of a new installation, with the one-time link from the start-up log. */
export function Component() {
  const auth = useAuthForm({
    loadChecks,
    failed: 'Set-up failed',
    defaultValues: { setup_token: '' },
    fields: ['name', 'email', 'password'],
    send: async (body) => {
      const { setUp } = await import('../auth.api.ts');
      location.assign(dashboardOf((await setUp(body)).role));
    },
  });
  const { formState, setValue } = auth.form;
  useEffect(() => setValue('setup_token', tokenInAddress()), [setValue]);
  const { control } = auth.form;
  const [early] = useState(() => readEarlyInput(AUTH_FORM, ['password']));
  const password = useWatch({ control, name: 'password', defaultValue: early.password ?? '' });
  const [name, email] = useWatch({ control, name: ['name', 'email'] });
  return (
    <FormPage
      title="Create the first admin"
      intro="This link works once. You add everyone else afterwards."
      narrow
      whenOff="Setting up needs JavaScript, which is off in this browser."
    >
      <AuthForm of={auth} problem={auth.failure ?? formState.errors.setup_token?.message} action="Create Admin">
        <TextField label="Name" autoComplete="name" {...formField(auth.form, 'name')} />
        <TextField label="Email" type="email" autoComplete="username" {...formField(auth.form, 'email')} />
        <div>
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={passwordHint}
            {...formField(auth.form, 'password')}
          />
          <PasswordAdvice password={password} name={name} email={email} error={formState.errors.password?.message} />
        </div>
      </AuthForm>
    </FormPage>
  );
}
