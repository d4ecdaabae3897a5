import type { ReactNode } from 'react';
import { FailureScreen } from './FailureScreen.tsx';
import classes from './LoadingScreen.module.css';
import { StillLoading } from './StillLoading.tsx';

/** Fills the screen with a spinner and a text while something must be loaded first. */
export function LoadingScreen({ children }: { children: ReactNode }) {
  return (
    <div className={classes.screen} role="status">
      <span className={classes.spinner} aria-hidden />
      {children}
    </div>
  );
}

/**
 * The content of every dashboard document until its script runs (spec §2, guarded routes), the hint for browsers without
 * JavaScript, and the failure screen for a script that did not arrive. Its Reload Page is a link, which works without a script.
 */
export function ShellContent() {
  return (
    <>
      <div className={classes.scripted}>
        <LoadingScreen>
          <span>Loading...</span>
          <StillLoading />
        </LoadingScreen>
      </div>
      <main className={classes.scriptless}>
        <h1>JavaScript is off</h1>
        <p>The dashboards need JavaScript. Please turn it on for this site and load the page again.</p>
        <a href="/">Back to Site</a>
      </main>
      <div className={classes.failed}>
        {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of this page. */}
        <FailureScreen action={<a href="">Reload Page</a>} />
      </div>
    </>
  );
}
