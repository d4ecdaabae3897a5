import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { loginBody } from '#contract/auth.ts';
import { dashboardOf, safeNext } from '#web/app/paths.ts';
import { messageOf } from '#web/lib/api-client.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { useSession } from '#web/lib/session.tsx';
import actions from '#web/ui/Action.module.css';
import { TextField } from '#web/ui/Field.tsx';
import { FormPage } from '#web/ui/FormPage.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './parts/auth.module.css';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Login - ${name}`,
    description: `For the staff of ${name}: sign in to dispatch, work on and look up service requests.`,
  }),
};

/** Staff sign in here; then the dashboard of their role opens as a document of its own (spec §2 Login, §5, §8). */
export function Component() {
  const { login } = useSession();
  const [params] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: '', password: '' },
  });

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const user = await login(email, password);
      setLeaving(true);
      location.assign(safeNext(params.get('next')) ?? dashboardOf(user.role));
    } catch (error) {
      setFailure(messageOf(error, 'Login failed'));
    }
  });
  const busy = formState.isSubmitting || isLeaving;

  return (
    <FormPage title="Login" intro="For the office, technicians and auditors. Customers need no account." narrow>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <button type="submit" className={actions.primary} disabled={busy}>
          {busy ? 'Signing in' : 'Sign In'}
        </button>
      </form>
    </FormPage>
  );
}
