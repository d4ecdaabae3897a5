import { paths } from '#contract/words/paths.ts';
import { useOutboxItems, useSending } from '#web/lib/outbox/useOutbox.ts';
import classes from './UnsentNote.module.css';

/** On the public site: sends the signed-in technician's unsent work, and says that something waits. */
export function UnsentNote() {
  useSending();
  const waiting = useOutboxItems().filter(({ stage }) => stage !== 'draft');
  if (waiting.length === 0) return null;
  return (
    <p className={classes.note} role="status">
      {waiting.length === 1 ? '1 update hasn’t' : `${waiting.length} updates haven’t`} reached the office yet.{' '}
      <a href={paths.technicianDashboard()}>Open Dashboard</a>
    </p>
  );
}
