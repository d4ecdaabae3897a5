import { Panel } from '#web/ui/base/content/Panel.tsx';
import { type Note, splitNotes } from './notes.ts';
import classes from './record.module.css';

type Props = { notes: string };

/** How many notes a technician meets before everything else: what the office says of the work is among them. */
const NEWEST = 2;

/** Newest first. The number of a note counts from the oldest, so that it never changes. */
const newestFirst = (notes: string) =>
  splitNotes(notes)
    .map((note, nth) => ({ ...note, nth }))
    .toReversed();

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
export function NotesHistory({ notes }: Props) {
  const entries = newestFirst(notes);
  return (
    <Panel title="Notes History">
      {entries.length === 0 ? <p className={classes.none}>No notes yet</p> : <NoteList entries={entries} />}
    </Panel>
  );
}

/** The newest notes; nothing when there are none. */
export function NewestNotes({ notes }: Props) {
  const entries = newestFirst(notes).slice(0, NEWEST);
  return (
    entries.length > 0 && (
      <Panel title="Newest Notes">
        <NoteList entries={entries} />
      </Panel>
    )
  );
}

/** All notes before the newest ones; nothing when there are none. */
export function EarlierNotes({ notes }: Props) {
  const entries = newestFirst(notes).slice(NEWEST);
  return (
    entries.length > 0 && (
      <Panel title="Earlier Notes">
        <NoteList entries={entries} />
      </Panel>
    )
  );
}
