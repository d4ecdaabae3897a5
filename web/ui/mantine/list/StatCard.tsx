import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from '#web/ui/base/style/tone.ts';
import classes from './StatCard.module.css';

type Props = {
  label: string;
  /** A text is shown as it is. */
  value: number | string | undefined;
  tone: Tone;
  icon: ReactNode;
  hint?: ReactNode;
  /** Makes the card a toggle button. */
  onPress?: () => void;
  pressed?: boolean;
};

/** One figure with its name, pressable when it filters a list. `value` is undefined while it loads. */
export function StatCard({ label, value, tone, icon, hint, onPress, pressed = false }: Props) {
  const inside = (
    <>
      <span className={classes.label}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        {label}
      </span>
      <span className={classes.value}>
        {value === undefined ? (
          <Skeleton component="span" className={classes.skeleton} height="1em" width="2.5em" />
        ) : (
          value.toLocaleString('en-US')
        )}
      </span>
      {hint && <span className={classes.hint}>{hint}</span>}
    </>
  );
  if (!onPress) {
    return (
      <li className={classes.card} data-tone={tone}>
        {inside}
      </li>
    );
  }
  return (
    <li className={classes.item}>
      <button type="button" className={classes.card} data-tone={tone} aria-pressed={pressed} onClick={onPress}>
        {inside}
      </button>
    </li>
  );
}

/** The cards of a screen side by side. On a phone they scroll sideways, so that they do not push the list down. */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.row} aria-label={label}>
      {children}
    </ul>
  );
}

/** Many cards in lines of four, or of two on a phone. */
export function StatGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {children}
    </ul>
  );
}
