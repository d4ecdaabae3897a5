import { usePasswordAdvice } from '#web/lib/forms/usePasswordAdvice.ts';
import classes from './PasswordAdvice.module.css';

type Props = {
  /** What is typed, and whom the password is for, as far as the form knows. */
  password: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  /** The error that the field shows. It takes precedence, so that nothing is said twice. */
  error: string | undefined;
};

/** Says below the field of a new password what is still missing, while the password is typed. */
export function PasswordAdvice({ password = '', name = '', email = '', error }: Props) {
  const judged = usePasswordAdvice(password, { name, email });
  return (
    <p className={classes.advice} aria-live="polite">
      {judged && !error && (judged.problem ?? 'This password is hard to guess.')}
    </p>
  );
}
