import { useMemo } from 'react';
import { useBusiness } from '#web/lib/business.tsx';
import { widestClosed } from '#web/lib/hours.ts';
import type { OpenState } from '#web/lib/open-state.ts';
import { useOpenState } from '#web/lib/useOpenState.ts';
import classes from './OfficeState.module.css';

/** The two halves of the sentence: "Closed now" and "opens Monday at 7:30 AM"; a day off says why instead of "now". */
function wordsOf(state: OpenState): [state: string, change: string] {
  if (state.isOpen) return ['Open now', `until ${state.closes}`];
  const why = state.closure === null ? 'Closed now' : `Closed for ${state.closure}`;
  return [why, state.opens === null ? '' : `opens ${state.opens}`];
}

/**
 * Whether the office is open now and when that changes (spec §1): "Open now, until 4:00 PM". Nobody knows until
 * hydration; what comes then takes room that was there before.
 */
export function OfficeState() {
  const state = useOpenState();
  const business = useBusiness();
  const widest = useMemo(() => wordsOf({ isOpen: false, ...widestClosed(business) }).join(', '), [business]);
  const [now, change] = state ? wordsOf(state) : ['', ''];
  return (
    <span className={classes.room} data-widest={widest}>
      {state && (
        <span className={classes.state} data-open={state.isOpen || undefined}>
          <strong>{now}</strong>
          {change && `, ${change}`}
        </span>
      )}
    </span>
  );
}
