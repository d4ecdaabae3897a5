import type { ComponentProps } from 'react';
import classes from './Honeypot.module.css';

/**
 * The marks by which password managers leave a field alone: 1Password, LastPass, Bitwarden, Dashlane and Proton Pass. Other form fillers
 * follow none of them, so a person decides about what was filled in.
 */
const LEAVE_ALONE = {
  autoComplete: 'off',
  'data-1p-ignore': 'true',
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
  'data-protonpass-ignore': 'true',
} as const;

/** A field that people can't see, hear or reach. Bots fill it in, and so do some form fillers. */
export function Honeypot(input: ComponentProps<'input'>) {
  return (
    <div className={classes.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input {...input} {...LEAVE_ALONE} type="text" tabIndex={-1} />
      </label>
    </div>
  );
}
