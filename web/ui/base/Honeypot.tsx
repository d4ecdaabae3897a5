import type { ComponentProps } from 'react';
import classes from './Honeypot.module.css';

/** A field that nobody sees, hears or reaches: only a program fills it in, and gives itself away. */
export function Honeypot(input: ComponentProps<'input'>) {
  return (
    <div className={classes.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input {...input} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
