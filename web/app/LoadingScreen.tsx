import type { ReactNode } from 'react';
import classes from './LoadingScreen.module.css';

/** The whole screen while something must be known first: a spinner, and what is going on. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <div className={classes.wait} role="status">
      <span className={classes.spinner} aria-hidden />
      {children}
    </div>
  );
}

/**
 * What the document of every dashboard address carries until its script is here (spec §2, guarded routes), and what it
 * needs where there is none.
 */
export function ShellWaiting() {
  return (
    <>
      <div className={classes.scripted}>
        <Waiting>Loading...</Waiting>
      </div>
      <main className={classes.scriptless}>
        <h1>JavaScript is off</h1>
        <p>The dashboards need JavaScript. Please turn it on for this site and load the page again.</p>
        <a href="/">Back to Site</a>
      </main>
    </>
  );
}
