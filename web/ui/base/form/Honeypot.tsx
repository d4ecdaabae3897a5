import type { ComponentProps } from 'react';
import classes from './Honeypot.module.css';

/** A field that people cannot see, hear or reach. Only a bot fills it in, and is recognised by that. */
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
