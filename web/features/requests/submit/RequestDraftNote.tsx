import classes from './RequestForm.module.css';
import type { DraftNote } from './useRequestForm.ts';

type Props = { note: DraftNote; startOver: () => void; undo: () => void; isSending: boolean };

const contactText = ({ contact, hadDraft }: Exclude<DraftNote, string>) =>
  `Filled in from contact message ${contact}.${hadDraft ? ' Undo brings back what was in the form before.' : ''}`;

/** The line above the form: says that a draft was restored or a contact message taken over, and offers to start over and to undo that. */
export function RequestDraftNote({ note, startOver, undo, isSending }: Props) {
  const isKept = note === 'kept';
  return (
    <div className={classes.draft}>
      <p data-away={note === 'none' ? undefined : true}>Please fill in everything that is not marked optional.</p>
      {/* The live region exists before its text, so that screen readers announce the text. */}
      <div className={classes.kept} role="status">
        {isKept && <span>We kept what you typed on this device.</span>}
        {note === 'cleared' && <span>The form is empty again.</span>}
        {typeof note === 'object' && <span>{contactText(note)}</span>}
      </div>
      {note !== 'none' && (
        <button type="button" className={classes.link} onClick={isKept ? startOver : undo} disabled={isSending}>
          {isKept ? 'Start over' : 'Undo'}
        </button>
      )}
    </div>
  );
}
