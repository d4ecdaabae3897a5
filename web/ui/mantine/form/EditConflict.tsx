import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Conflict } from '#web/lib/forms/useEditBase.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import hidden from '#web/ui/base/style/hidden.module.css';
import classes from './EditConflict.module.css';

type Props = Conflict & {
  /** What is edited, for example "this request". */
  what: string;
  /** The name of the button that saves, where it does more than one expects of it. */
  saveMine?: string;
  /** Gives up what the user has entered in one field alone, by its name. Left out where the fields are one decision. */
  onTakeNow?: ((field: string) => void) | undefined;
  /** Who made the last change, if that is known. */
  by?: string | null;
  /** Whether the user made the last change: in another window, in another form of this one, or by a try without an answer. */
  isOwn?: boolean;
  busy?: boolean;
};

const NOTHING = <span className={classes.nothing}>Not set</span>;
const shown = (value: string | null) => value || NOTHING;

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
  saveMine = 'Save mine',
  ...ways
}: Props) {
  const { onSaveMine, onTakeNow, onDiscardMine } = ways;
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
  const take = (field: string) => {
    // The pressed button is gone then.
    choice.current?.querySelector('button')?.focus({ preventScroll: true });
    onTakeNow?.(field);
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
          {rows.map(({ field, before, now, mine }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td data-label="When you began" dir="auto">
                {shown(before)}
              </td>
              <td data-label="Now" dir="auto">
                {shown(now)}
                {onTakeNow && mine !== undefined && (
                  <Button
                    className={classes.take ?? ''}
                    variant="default"
                    size="xs"
                    disabled={busy}
                    onClick={() => take(field)}
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
