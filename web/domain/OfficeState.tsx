import { useMemo } from 'react';
import { useBusiness } from '#web/lib/business.tsx';
import { widestClosed } from '#web/lib/hours.ts';
import type { OpenState } from '#web/lib/open-state.ts';
import { useOpenState } from '#web/lib/useOpenState.ts';
import classes from './OfficeState.module.css';

/** The two parts of the text: "Closed now" and "opens Monday at 7:30 AM". A closed day gives its reason instead of "now". */
function wordsOf(state: OpenState): [state: string, change: string] {
  if (state.isOpen) return ['Open now', `until ${state.closes}`];
  const why = state.closure === null ? 'Closed now' : `Closed for ${state.closure}`;
  return [why, state.opens === null ? '' : `opens ${state.opens}`];
}

/**
 * Says whether the office is open now and when that changes (spec §1): "Open now, until 4:00 PM". Empty until hydration;
 * the room for the text is reserved from the start.
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
