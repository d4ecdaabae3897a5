import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { dashboardOf } from '#contract/words/paths.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formField } from '#web/lib/forms/form-field.ts';
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
const loadChecks = () => import('./login-checks.ts');

/** Signs staff in, then loads the dashboard of their role as a new document (spec §2 Login, §5, §8). */
export function Component() {
  const { login } = useSession();
  const [params] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const isHydrated = useHydrated();
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm({
    // Without default values the form keeps what the user or the browser filled in before hydration.
    resolver: lateResolver(loadChecks, FAILED),
  });

  const { handleSubmit, formState } = form;

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
        onFocus={() => void loadChecks().catch(() => undefined)}
        noValidate
      >
        {isHydrated && params.get('reason') === 'ended' && !failure && (
          <Notice tone="info">Your session has ended. Please sign in again.</Notice>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...formField(form, 'email')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...formField(form, 'password')} />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <button
          type="submit"
          className={`${actions.primary} ${classes.submit}`}
          // Before hydration a submit would put the password into the address.
          disabled={!isHydrated}
          // aria-disabled while sending, because a disabled button loses the focus.
          aria-disabled={busy || undefined}
        >
          {busy ? 'Signing in' : 'Sign In'}
        </button>
      </form>
    </FormPage>
  );
}
