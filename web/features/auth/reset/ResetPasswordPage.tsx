import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LINK_TOKEN, mailTexts } from '#contract/words/mail.ts';
import { passwordHint } from '#contract/words/passwords.ts';
import { dashboardOf, paths } from '#contract/words/paths.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { readEarlyInput } from '#web/ui/base/form/early-input.ts';
import { PasswordField } from '#web/ui/base/form/Field.tsx';
import { PasswordAdvice } from '#web/ui/base/form/PasswordAdvice.tsx';
import { FormPage } from '#web/ui/base/page/FormPage.tsx';
import classes from '../auth.module.css';
import { AuthForm } from '../form/AuthForm.tsx';
import { AUTH_FORM, useAuthForm } from '../form/useAuthForm.ts';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Choose a password - ${name}`,
    description: `For the staff of ${name}: choose a password with the link of a mail.`,
    isIndexed: false,
  }),
};

const loadChecks = () => import('./reset-checks.ts');

/** Reads the token from the fragment, which servers, proxies and referrers never see, and takes it out of the address. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token) history.replaceState(history.state, '', location.pathname);
  return token;
}

/**
 * Why the link sets no password, so that nobody thinks of one for a link that was used or is too old. When the question fails,
 * the answer to the form tells it.
 */
async function problemOf(token: string): Promise<string | null> {
  if (!LINK_TOKEN.test(token)) return mailTexts.linkInvalid;
  try {
    const { problemOfLink } = await import('../auth.api.ts');
    return await problemOfLink(token);
  } catch {
    return null;
  }
}

/** Sets a password by the single-use link of a mail (a forgotten password, an invitation), and signs in. */
export function Component() {
  const auth = useAuthForm({
    loadChecks,
    failed: 'The password could not be saved',
    defaultValues: { token: '' },
    fields: ['password'],
    send: async ({ token, password }) => {
      const { resetPassword } = await import('../auth.api.ts');
      const user = await resetPassword(token, password);
      location.replace(dashboardOf(user.role));
    },
  });
  const { formState, getValues, setValue } = auth.form;
  const [deadLink, setDeadLink] = useState<string | null>(null);
  useEffect(() => {
    const token = takeToken() || getValues('token');
    setValue('token', token);
    void problemOf(token).then(setDeadLink);
  }, [getValues, setValue]);
  const problem = auth.failure ?? formState.errors.token?.message;
  const [early] = useState(() => readEarlyInput(AUTH_FORM, ['password']));
  const password = useWatch({ control: auth.form.control, name: 'password', defaultValue: early.password ?? '' });
  const askAgain = (
    <a className={classes.link} href={paths.forgotPassword}>
      Ask for a new link
    </a>
  );
  return (
    <FormPage
      title="Choose a password"
      intro="Then you are signed in. The link of the mail works once."
      narrow
      whenOff="This needs JavaScript, which is off in this browser."
    >
      {deadLink ? (
        <div className={classes.form}>
          <Notice tone="danger">{deadLink}</Notice>
          {askAgain}
        </div>
      ) : (
        <AuthForm of={auth} problem={problem} action="Save Password" link={problem && askAgain}>
          <div>
            <PasswordField
              label="New password"
              autoComplete="new-password"
              hint={passwordHint}
              {...formField(auth.form, 'password')}
            />
            <PasswordAdvice password={password} error={formState.errors.password?.message} />
          </div>
        </AuthForm>
      )}
    </FormPage>
  );
}
