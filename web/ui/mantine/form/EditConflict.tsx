import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import hidden from '#web/ui/base/style/hidden.module.css';
import classes from './EditConflict.module.css';

export type ConflictRow = {
  field: string;
  /** As the edit began. */
  before: ReactNode;
  now: ReactNode;
  /** As the user has entered it. Left out where the edit does not touch the field. */
  mine?: ReactNode;
  /** Gives up what the user has entered in this field alone. */
  onTakeNow?: (() => void) | undefined;
};

export type Conflict = {
  /** The server's refusal of the last try, which names who was first; null before a try. */
  refusal: string | null;
  /** Whether an earlier try without a response may be the change. */
  hadLostTry: boolean;
  onSaveMine: () => void;
  /** The name of the button, where saving does more than one expects of it. */
  saveMine?: string;
  onDiscardMine: () => void;
};

type Props = Conflict & {
  /** What is edited, for example "this request". */
  what: string;
  rows: readonly ConflictRow[];
  /** Who made the last change, if that is known. */
  by?: string | null;
  /** Whether the user made the last change: in another window, in another form of this one, or by a try without an answer. */
  isOwn?: boolean;
  busy?: boolean;
};

const NOTHING = <span className={classes.nothing}>Not set</span>;
const shown = (value: ReactNode) => (value === null || value === '' ? NOTHING : value);

/**
 * Shows side by side what somebody else changed during an edit and what the user has entered. The user decides which of them
 * stands; until then nothing is saved and nothing is lost.
 */
export function EditConflict({
  what,
  refusal,
  hadLostTry,
  rows,
  by = null,
  isOwn = false,
  busy = false,
  ...ways
}: Props) {
  const { onSaveMine, saveMine = 'Save mine', onDiscardMine } = ways;
  const changed = isOwn
    ? `You changed ${what} yourself, here or in another window.`
    : `${by ?? 'Somebody'} changed ${what} while you were editing.`;
  // The refusal names the user like anybody else. After a lost try, that try explains it.
  const own = isOwn && !hadLostTry ? ' You made the last change yourself, here or in another window.' : '';
  const reason = refusal === null ? changed : `${refusal}${own}`;
  // It appears below the fields, where a dialog may have to scroll.
  const choice = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    choice.current?.scrollIntoView({ block: 'nearest' });
    // The button that was pressed is gone. Neither of the two has the focus by itself, so that no second press decides.
    if (document.activeElement === document.body) choice.current?.focus({ preventScroll: true });
  }, []);
  const take = (onTakeNow: () => void) => {
    // The pressed button is gone then.
    choice.current?.querySelector('button')?.focus({ preventScroll: true });
    onTakeNow();
  };
  const lost = hadLostTry ? ' Your earlier try may have been saved although no answer came.' : '';
  return (
    <div className={classes.conflict}>
      <Notice tone="warning" alert>
        {`${reason}${lost} What you entered is still here: choose what stands.`}
      </Notice>
      <table className={classes.table} aria-label="What has changed">
        <thead className={hidden.onPhone}>
          <tr>
            <td />
            <th scope="col">When you began</th>
            <th scope="col">Now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, before, now, mine, onTakeNow }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td data-label="When you began" dir="auto">
                {shown(before)}
              </td>
              <td data-label="Now" dir="auto">
                {shown(now)}
                {onTakeNow && (
                  <Button
                    className={classes.take ?? ''}
                    variant="default"
                    size="xs"
                    disabled={busy}
                    onClick={() => take(onTakeNow)}
                  >
                    Take this<VisuallyHidden> for {field}</VisuallyHidden>
                  </Button>
                )}
              </td>
              <td data-label="Yours" dir="auto">
                {mine === undefined ? <span className={classes.nothing}>Unchanged</span> : shown(mine)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <fieldset ref={choice} className={classes.choice} aria-label="What stands" tabIndex={-1}>
        <Button onClick={onSaveMine} loading={busy}>
          {saveMine}
        </Button>
        <Button variant="default" onClick={onDiscardMine} disabled={busy}>
          Discard mine
        </Button>
      </fieldset>
    </div>
  );
}
