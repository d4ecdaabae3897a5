import { IconPhone } from '@tabler/icons-react';
import { useBusiness } from '#web/lib/business.tsx';
import { widestClosed } from '#web/lib/hours.ts';
import type { OpenState } from '#web/lib/open-state.ts';
import classes from './RequestEmergency.module.css';

const BY_PHONE = 'Emergency requests outside office hours are by phone only.';

function wordsOf(state: Extract<OpenState, { isOpen: false }>): string {
  const why = state.closure === null ? 'The office is closed' : `The office is closed for ${state.closure}`;
  return state.opens === null ? `${why}.` : `${why} and opens ${state.opens}.`;
}

/**
 * The panel above the form with the emergency number (spec §1). It stands out while the office is closed. Until hydration
 * the hour is not known, and the text is true at any hour.
 */
export function RequestEmergency({ state }: { state: OpenState | null }) {
  const business = useBusiness();
  const { emergency_phone, calls } = business;
  const widest = wordsOf({ isOpen: false, ...widestClosed(business) });
  const closed = state?.isOpen === false ? wordsOf(state) : null;
  const said = closed ?? (state?.isOpen ? `The office is open until ${state.closes}.` : 'In an emergency, call.');
  return (
    <section className={classes.panel} aria-label="Emergencies" data-closed={closed !== null || undefined}>
      <div className={classes.words}>
        {/* Invisible: reserves the room for the longest text from the first paint on. */}
        <p className={classes.room} aria-hidden="true">
          <span className={classes.state}>{widest}</span> {BY_PHONE}
        </p>
        {/* A new text is a new element: moved words would count as a layout shift. */}
        <p key={said}>
          <span className={closed ? `${classes.state} ${classes.closed}` : classes.state}>{said}</span> {BY_PHONE}
        </p>
      </div>
      <a className={classes.call} href={calls.emergency_phone}>
        <IconPhone size={20} aria-hidden />
        <span>
          Call <span className={classes.number}>{emergency_phone}</span>
        </span>
      </a>
    </section>
  );
}
