import type { ReactNode } from 'react';
import classes from './FieldError.module.css';

/** The error of one field, shown below it and announced when it appears. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={classes.error} role="alert" hidden={!children}>
      {children}
    </p>
  );
}
