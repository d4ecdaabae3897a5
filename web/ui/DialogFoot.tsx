import type { ReactNode } from 'react';
import classes from './DialogFoot.module.css';

/** The buttons of a dialog, always in reach: they stay at its lower edge while the rest scrolls. */
export function DialogFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.foot}>
      {note}
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
