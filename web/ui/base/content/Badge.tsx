import type { ReactNode } from 'react';
import type { Tone } from '../style/tone.ts';
import classes from './Badge.module.css';

type Props = { tone: Tone; filled?: boolean; dot?: boolean; children: ReactNode };

/** A short word in the colour of its meaning. `filled` makes it stand out. */
export function Badge({ tone, filled = false, dot = false, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-filled={filled || undefined}>
      {dot && <span className={classes.dot} aria-hidden />}
      {children}
    </span>
  );
}
