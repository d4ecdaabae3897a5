import type { ReactNode } from 'react';
import classes from './FailureScreen.module.css';

/** Fills the screen after a failure (spec §2 Error screen). The action reloads the page. */
export function FailureScreen({ action }: { action: ReactNode }) {
  return (
    <main className={classes.screen}>
      <svg className={classes.lamp} viewBox="0 0 96 96" aria-hidden="true">
        <path d="M48 6v22" stroke="currentColor" strokeWidth="3" />
        <path d="M26 52a22 22 0 0 1 44 0z" fill="none" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" />
        <path d="M40 58h16M44 66l8 8M52 66l-8 8" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <h1>Oops! Something went wrong.</h1>
      <p>Nothing that was already sent is lost. Reload the page to go on.</p>
      {action}
    </main>
  );
}
