import { Panel } from '#web/ui/base/content/Panel.tsx';
import { splitNotes } from './notes.ts';
import classes from './record.module.css';

/** The notes of staff, newest first. */
export function NotesHistory({ notes }: { notes: string }) {
  const entries = splitNotes(notes).map((note, index) => ({ ...note, index }));
  return (
    <Panel title="Notes History">
      {entries.length === 0 ? (
        <p className={classes.none}>No notes yet</p>
      ) : (
        <ol className={classes.notes} reversed>
          {entries.toReversed().map(({ head, body, index }) => (
            <li key={index} className={classes.note}>
              {head && <span className={classes.noteHead}>{head}</span>}
              <p className={classes.noteBody} dir="auto">
                {body}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
