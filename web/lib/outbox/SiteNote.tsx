import { useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { paths } from '#contract/words/paths.ts';
import { outboxOf, sendWhenPossible } from './browser-outbox.ts';
import type { Outbox } from './outbox.ts';
import classes from './SiteNote.module.css';

/** Sends unsent work from a public page, and says that something waits. */
function SiteNote({ outbox }: { outbox: Outbox }) {
  useEffect(() => sendWhenPossible(outbox), [outbox]);
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  const waiting = items.filter(({ stage }) => stage !== 'draft').length;
  if (waiting === 0) return null;
  return (
    <section className={classes.note} aria-label="Unsent work">
      <p role="status">{waiting === 1 ? '1 update hasn’t' : `${waiting} updates haven’t`} reached the office yet.</p>
      <a href={paths.technicianDashboard()}>Open Dashboard</a>
    </section>
  );
}

/** Shows the note at the foot of the screen, in a root of its own: visitors' pages do without the outbox and this file. */
export function showSiteNote(userId: number): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<SiteNote outbox={outboxOf(userId)} />);
}
