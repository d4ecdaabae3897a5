import classes from './RequestForm.module.css';
import type { DraftNote } from './useRequestForm.ts';

type Props = {
  note: DraftNote;
  startOver: () => void;
  undo: () => void;
  takeOut: () => void;
  putBack: () => void;
  isSending: boolean;
};

/** What the note says, and what its button does. */
function contentOf({ note, startOver, undo, takeOut, putBack }: Props) {
  if (note === 'none') return null;
  if (note === 'kept')
    return { text: 'We kept what you typed on this device.', button: 'Start over', press: startOver };
  if (note === 'cleared') return { text: 'The form is empty again.', button: 'Undo', press: undo };
  if ('takenOut' in note)
    return { text: `What came from ${note.takenOut} is out of the form.`, button: 'Redo', press: putBack };
  const later = note.hasBelow
    ? ' The request that you began before comes back when this one is sent, or with Undo.'
    : '';
  return { text: `Filled in from ${note.from}.${later}`, button: 'Undo', press: takeOut };
}

/** The line above the form: says that a draft was restored or entries were taken over, and offers to start over and to undo that. */
export function RequestDraftNote(props: Props) {
  const content = contentOf(props);
  return (
    <div className={classes.draft}>
      <p data-away={content ? true : undefined}>Please fill in everything that is not marked optional.</p>
      {/* The live region exists before its text, so that screen readers announce the text. */}
      <div className={classes.kept} role="status">
        {content && <span>{content.text}</span>}
      </div>
      {content && (
        <button type="button" className={classes.link} onClick={content.press} disabled={props.isSending}>
          {content.button}
        </button>
      )}
    </div>
  );
}
