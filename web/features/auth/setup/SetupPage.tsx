import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth, setupBody } from '#contract/auth.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/words/passwords.ts';
import { dashboardOf } from '#contract/words/paths.ts';
import { call, messageOf } from '#web/lib/api-client.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import actions from '#web/ui/base/Action.module.css';
import { PasswordField, TextField } from '#web/ui/base/Field.tsx';
import { FormPage } from '#web/ui/base/FormPage.tsx';
import { Notice } from '#web/ui/base/Notice.tsx';
import { useHydrated } from '#web/ui/base/useHydrated.ts';
import classes from '../auth.module.css';

export const handle: PageHandle = {
  meta: ({ name }) => ({ title: `Set up - ${name}`, description: 'Makes the first admin.', isIndexed: false }),
};

/** Reads the set-up token from the fragment, which servers, proxies and referrers never see. */
const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

const fields = ['name', 'email', 'password'] as const;

/** Creates the first admin of a new installation, with the one-time link from the start-up log. */
export function Component() {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(setupBody),
    // No defaults for the other fields, so that they keep what was typed before hydration.
    defaultValues: { setup_token: '' },
  });
  const { handleSubmit, formState, setError, setValue } = form;
  useEffect(() => setValue('setup_token', tokenInAddress()), [setValue]);

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { user } = await call(auth.setup, { body });
      location.assign(dashboardOf(user.role));
    } catch (error) {
      if (!showFieldErrors(error, fields, setError)) setFailure(messageOf(error, 'Set-up failed'));
    }
  });
  const { errors } = formState;
  const isHydrated = useHydrated();

  return (
    <FormPage
      title="Create the first admin"
      intro="This link works once. You add everyone else afterwards."
      narrow
      withoutScript={<p>Setting up needs JavaScript, which is off in this browser.</p>}
    >
      <form
        className={classes.form}
        onSubmit={(event) => (formState.isSubmitting ? event.preventDefault() : submit(event))}
        noValidate
      >
        <TextField label="Name" autoComplete="name" {...formField(form, 'name')} />
        <TextField label="Email" type="email" autoComplete="username" {...formField(form, 'email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
          {...formField(form, 'password')}
        />
        {(failure ?? errors.setup_token?.message) && (
          <Notice tone="danger">{failure ?? errors.setup_token?.message}</Notice>
        )}
        <button
          type="submit"
          className={`${actions.primary} ${classes.submit}`}
          disabled={!isHydrated}
          aria-disabled={formState.isSubmitting || undefined}
        >
          Create Admin
        </button>
      </form>
    </FormPage>
  );
}
