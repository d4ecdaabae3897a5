import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { dashboardOf } from '#contract/words/paths.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { lateResolver } from '#web/lib/forms/late-resolver.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { useSession } from '#web/lib/session.tsx';
import actions from '#web/ui/base/Action.module.css';
import { PasswordField, TextField } from '#web/ui/base/Field.tsx';
import { FormPage } from '#web/ui/base/FormPage.tsx';
import { Notice } from '#web/ui/base/Notice.tsx';
import { useHydrated } from '#web/ui/base/useHydrated.ts';
import classes from '../auth.module.css';
import { safeNext } from './safe-next.ts';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Login - ${name}`,
    description: `For the staff of ${name}: sign in to dispatch, work on and look up service requests.`,
  }),
};

const FAILED = 'Login failed';
const checks = () => import('./login-checks.ts');

/** Staff sign in here; then the dashboard of their role opens as a document of its own (spec §2 Login, §5, §8). */
export function Component() {
  const { login } = useSession();
  const [params] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const isHydrated = useHydrated();
  const [isLeaving, setLeaving] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    // No default values: what was typed, or filled in by the browser, before the script arrived is what the form starts from.
    resolver: lateResolver(checks, FAILED),
  });

  const submit = handleSubmit(
    async ({ email, password }) => {
      setFailure(null);
      try {
        const user = await login(email, password);
        setLeaving(true);
        location.assign(safeNext(params.get('next'), user.role) ?? dashboardOf(user.role));
      } catch (error) {
        setFailure(messageOf(error, FAILED));
      }
    },
    ({ root }) => setFailure(root?.message ?? null),
  );
  const busy = formState.isSubmitting || isLeaving;

  return (
    <FormPage
      title="Login"
      intro="For the office, technicians and auditors. Customers need no account."
      narrow
      withoutScript={
        <p>
          Signing in needs JavaScript, which is off in this browser. Please turn it on for this site and load the page
          again.
        </p>
      }
    >
      <form
        className={classes.form}
        onSubmit={(event) => (busy ? event.preventDefault() : submit(event))}
        onFocus={() => void checks().catch(() => undefined)}
        noValidate
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <button
          type="submit"
          className={`${actions.primary} ${classes.submit}`}
          // Until the script is here a press would put the password into the address.
          disabled={!isHydrated}
          // Not disabled while it is sent: that would throw the focus out of the form.
          aria-disabled={busy || undefined}
        >
          {busy ? 'Signing in' : 'Sign In'}
        </button>
      </form>
    </FormPage>
  );
}
