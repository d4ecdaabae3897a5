import { useSearchParams } from 'react-router';
import { dashboardOf, paths } from '#contract/words/paths.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useUnsentOfOthers } from '#web/lib/outbox/useUnsentOfOthers.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { PasswordField, TextField } from '#web/ui/base/form/Field.tsx';
import { FormPage } from '#web/ui/base/page/FormPage.tsx';
import { useHydrated } from '#web/ui/base/page/useHydrated.ts';
import classes from '../auth.module.css';
import { AuthForm } from '../form/AuthForm.tsx';
import { useAuthForm } from '../form/useAuthForm.ts';
import { safeNext } from './safe-next.ts';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Login - ${name}`,
    description: `For the staff of ${name}: sign in to dispatch, work on and look up service requests.`,
  }),
};

const loadChecks = () => import('./login-checks.ts');

/** Signs staff in, then loads the dashboard of their role as a new document (spec §2 Login, §5, §8). */
export function Component() {
  const { login } = useSession();
  const [params] = useSearchParams();
  const isHydrated = useHydrated();
  const unsent = useUnsentOfOthers(null);
  const auth = useAuthForm({
    loadChecks,
    failed: 'Login failed',
    send: async ({ email, password }) => {
      const user = await login(email, password);
      location.assign(safeNext(params.get('next'), user.role) ?? dashboardOf(user.role));
    },
  });
  return (
    <FormPage
      title="Login"
      intro="For the office, technicians and auditors. Customers need no account."
      narrow
      whenOff="Signing in needs JavaScript, which is off in this browser. Please turn it on for this site and load the page again."
    >
      <AuthForm
        of={auth}
        problem={auth.failure}
        action={auth.isBusy ? 'Signing in' : 'Sign In'}
        link={
          <a className={classes.link} href={paths.forgotPassword}>
            Forgot your password?
          </a>
        }
      >
        {isHydrated && params.get('reason') === 'ended' && !auth.failure && (
          <Notice tone="info">Your session has ended. Please sign in again.</Notice>
        )}
        {unsent > 0 && (
          <Notice tone="info">
            {unsent === 1 ? 'An update on this device hasn’t' : `${unsent} updates on this device haven’t`} been sent
            yet. Sign in to send your work.
          </Notice>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...formField(auth.form, 'email')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...formField(auth.form, 'password')} />
      </AuthForm>
    </FormPage>
  );
}
