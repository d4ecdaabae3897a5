import { useState } from 'react';
import { paths } from '#contract/words/paths.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { TextField } from '#web/ui/base/form/Field.tsx';
import { FormPage } from '#web/ui/base/page/FormPage.tsx';
import classes from '../auth.module.css';
import { AuthForm } from '../form/AuthForm.tsx';
import { useAuthForm } from '../form/useAuthForm.ts';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Forgot your password? - ${name}`,
    description: `For the staff of ${name}: get a link to choose a new password.`,
    isIndexed: false,
  }),
};

const loadChecks = () => import('./forgot-checks.ts');

const backToLogin = (
  <a className={classes.link} href={paths.login()}>
    Back to Login
  </a>
);

/** Asks for the address to send a link to. The answer is the same whether the account exists or not. */
export function Component() {
  const [answer, setAnswer] = useState<string | null>(null);
  const auth = useAuthForm({
    loadChecks,
    failed: 'The link could not be sent',
    send: async ({ email }) => {
      const { forgotPassword } = await import('../auth.api.ts');
      setAnswer(await forgotPassword(email));
    },
  });
  return (
    <FormPage
      title="Forgot your password?"
      intro={
        answer ? '' : 'Enter the address that you sign in with. You get a mail with a link to choose a new password.'
      }
      narrow
      whenOff="This needs JavaScript, which is off in this browser."
    >
      {answer ? (
        <div className={classes.form}>
          <Notice tone="info">{answer}</Notice>
          {backToLogin}
        </div>
      ) : (
        <AuthForm of={auth} problem={auth.failure} action="Send Link" link={backToLogin}>
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...formField(auth.form, 'email')}
          />
        </AuthForm>
      )}
    </FormPage>
  );
}
