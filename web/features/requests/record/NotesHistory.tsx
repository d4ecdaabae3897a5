import type { RequestDetail } from '#contract/request-answers.ts';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import type { Note } from './notes.ts';
import classes from './record.module.css';
import { ShowEarlier } from './ShowEarlier.tsx';
import { useNotes } from './useEarlier.ts';

type Props = { request: Pick<RequestDetail, 'id' | 'notes' | 'notes_total'> };

/** How many notes a technician meets before everything else: what the office says of the work is among them. */
const NEWEST = 2;

const NoteList = ({ entries }: { entries: readonly (Note & { nth: number })[] }) => (
  <ol className={classes.notes} reversed>
    {entries.map(({ head, body, nth }) => (
      <li key={nth} className={classes.note}>
        {head && <span className={classes.noteHead}>{head}</span>}
        <p className={classes.noteBody} dir="auto">
          {body}
        </p>
      </li>
    ))}
  </ol>
);

/** The notes of staff, newest first. */
export function NotesHistory({ request }: Props) {
  const { entries, more } = useNotes(request);
  return (
    <Panel title="Notes History">
      {entries.length === 0 ? (
        <p className={classes.none}>No notes yet</p>
      ) : (
        <NoteList entries={entries.toReversed()} />
      )}
      <ShowEarlier what="Notes" {...more} />
    </Panel>
  );
}

/** The newest notes; nothing when there are none. */
export function NewestNotes({ request }: Props) {
  const entries = useNotes(request).entries.slice(-NEWEST);
  return (
    entries.length > 0 && (
      <Panel title="Newest Notes">
        <NoteList entries={entries.toReversed()} />
      </Panel>
    )
  );
}

/** All notes before the newest ones; nothing when there are none. */
export function EarlierNotes({ request }: Props) {
  const { entries, more } = useNotes(request);
  const earlier = entries.slice(0, -NEWEST);
  return (
    earlier.length > 0 && (
      <Panel title="Earlier Notes">
        <NoteList entries={earlier.toReversed()} />
        <ShowEarlier what="Notes" {...more} />
      </Panel>
    )
  );
}
