import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = { art: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: says that it is empty, why, and what to do next. */
export function EmptyState({ art, title, children, action }: Props) {
  return (
    <div className={classes.empty}>
      <div className={classes.art} aria-hidden>
        {art}
      </div>
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.hint}>{children}</p>}
      {action}
    </div>
  );
}
