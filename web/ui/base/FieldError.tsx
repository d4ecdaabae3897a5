import type { ReactNode } from 'react';
import classes from './FieldError.module.css';

/** What is wrong with one field, below it; announced when it appears. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={classes.error} role="alert" hidden={!children}>
      {children}
    </p>
  );
}
