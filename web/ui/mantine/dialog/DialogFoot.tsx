import { type ReactNode, useRef } from 'react';
import { useScrollPadding } from '#web/ui/base/behaviour/useScrollPadding.ts';
import classes from './DialogFoot.module.css';

/** The buttons of a dialog. They stay at its lower edge while the rest scrolls. */
export function DialogFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useScrollPadding(foot);
  return (
    <div ref={foot} className={classes.foot}>
      {note}
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
