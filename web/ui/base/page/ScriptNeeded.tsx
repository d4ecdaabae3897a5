import type { ReactNode } from 'react';
import classes from './ScriptNeeded.module.css';
import { useHydrated } from './useHydrated.ts';

type Props = {
  /** Says that JavaScript is off. */
  whenOff: ReactNode;
  /** Another way to the same end. */
  instead?: ReactNode;
  children: ReactNode;
};

/**
 * A form that works only with its script. Without JavaScript a text replaces it. When the script does not arrive, a text
 * stands above it, so that what was typed can still be read.
 */
export function ScriptNeeded({ whenOff, instead, children }: Props) {
  const isHydrated = useHydrated();
  return (
    <>
      {!isHydrated && (
        <div className={classes.note}>
          <p className={classes.off}>{whenOff}</p>
          <p className={classes.failed} role="alert">
            This page has not loaded completely, so the form does not work yet.{' '}
            {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of this page. The start script keeps its fragment. */}
            <a href="">Reload Page</a>
          </p>
          {instead}
        </div>
      )}
      <div className={classes.form}>{children}</div>
    </>
  );
}
