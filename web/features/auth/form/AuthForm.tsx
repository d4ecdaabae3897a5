import type { FormEvent, ReactNode } from 'react';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { useHydrated } from '#web/ui/base/page/useHydrated.ts';
import actions from '#web/ui/base/style/Action.module.css';
import classes from '../auth.module.css';
import { AUTH_FORM } from './useAuthForm.ts';

type Props = {
  /** From useAuthForm. */
  of: { isBusy: boolean; submit: (event: FormEvent) => Promise<void>; prepare: () => void };
  children: ReactNode;
  /** What is wrong with the form as a whole. */
  problem: string | undefined;
  action: string;
  /** Shown below the button. */
  link?: ReactNode;
};

/** A form by which staff get in: its fields, what is wrong, and its button. */
export function AuthForm({ of: { isBusy, submit, prepare }, children, problem, action, link }: Props) {
  const isHydrated = useHydrated();
  return (
    <form
      id={AUTH_FORM}
      className={classes.form}
      onSubmit={(event) => (isBusy ? event.preventDefault() : submit(event))}
      onFocus={prepare}
      noValidate
    >
      {children}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <button
        type="submit"
        className={`${actions.primary} ${classes.submit}`}
        // Before hydration a submit would put the password into the address.
        disabled={!isHydrated}
        // A password manager sends the form at once: an Enter before hydration is repeated after it (start-script.ts).
        data-early
        // aria-disabled while sending, because a disabled button loses the focus.
        aria-disabled={isBusy || undefined}
      >
        {action}
      </button>
      {link}
    </form>
  );
}
