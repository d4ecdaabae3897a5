import { useRef, useState } from 'react';
import { refusalOf } from '../api-client.ts';
import { type ComparedField, type ConflictRow, collidingRows, conflictRows, type Entered } from './conflict-rows.ts';
import { afterTry, beginOn, type Edit, follow, isOutdated } from './edit-base.ts';
import { useUnsaved } from './unsaved.ts';

type Options<T, C> = {
  /** The row as last read. */
  newest: T;
  /** Whether the form holds something that is not saved. */
  isEdited: boolean;
  /** Whether two states of the row differ in nothing that a conflict would show. */
  isSame: (one: T, other: T) => boolean;
  /** The part of the row that a conflict compares, and its fields. */
  compared: (row: T) => C;
  fields: readonly ComparedField<C>[];
  /**
   * What the user has entered at this moment, on that state. Where it is given, an edit follows what others change in other fields. Left
   * out where any change of the row matters.
   */
  entered?: (base: T) => Entered;
  /** An edit that goes on after a sign-in or a reload. */
  began?: Edit<T>;
  /** Receives each state that the edit is based on by the user's decision or change. */
  onAccept?: (seen: T) => void;
  /** Whether leaving the form now would lose something. */
  isUnsaved: boolean;
  /** Given by a form that keeps its work on this device: removes what is kept. */
  onDiscard?: () => void;
};

/** What the user has to decide when somebody else was first. */
export type Conflict = {
  /** The server's refusal of the last try, which names who was first; null before a try. */
  refusal: string | null;
  /** Whether an earlier try without a response may be the change. */
  hadLostTry: boolean;
  rows: readonly ConflictRow[];
  onSaveMine: () => void;
  onDiscardMine: () => void;
};

type Ways = {
  /** The last try's error. */
  error: unknown;
  /** Whether a try is on its way, or the form has saved: then there is nothing to decide. */
  isBusy: boolean;
  /** What the user has entered, for the comparison. Left out by a form that follows its fields in the comparison alone. */
  entered?: () => Entered;
  /** How the form saves what is entered, or drops it. */
  save: () => void;
  discard: () => void;
};

/**
 * The edit of a row that others may change meanwhile: the state that it is based on, the question before it is lost, and the
 * decision in a conflict. While nothing is edited, it is based on the newest state. From the first edit on it stays on the state
 * that the user saw, even if the page reads newer ones that differ in what was edited: its version is sent, so that nothing is
 * overwritten unseen.
 * After a try with an unknown outcome it stays as well, because that try may have landed.
 */
export function useEditBase<T extends { version: number }, C>(options: Options<T, C>) {
  const { newest, isEdited, isSame, compared, fields, entered, began, onAccept, isUnsaved, onDiscard } = options;
  const [edit, setEdit] = useState(began ?? beginOn(newest));
  const rowsOf = (base: T, now: T, mine?: Entered) => conflictRows(fields, compared(base), compared(now), mine);
  const isUntouched = (base: T, now: T) => collidingRows(rowsOf(base, now, entered?.(base))).length === 0;
  const next = follow(edit, newest, isEdited, isSame, entered && isUntouched);
  if (next !== edit) setEdit(next);
  // A ref as well, because the user's decision and the next try are one press.
  const latest = useRef(edit);
  latest.current = edit;
  useUnsaved(isUnsaved, onDiscard);
  const change = (changed: Edit<T>): void => {
    latest.current = changed;
    setEdit(changed);
  };
  /**
   * Bases the edit on a state that the user has seen.
   * @param seen the answer to the user's own change; the newest state when left out
   */
  const accept = (seen: T = newest): void => {
    onAccept?.(seen);
    change(beginOn(seen));
  };
  /** What somebody has to decide. Where the server has refused what no field shows, everything that differs. */
  const rowsToDecide = (mine: Entered | undefined) => {
    const rows = rowsOf(edit.base, newest, mine);
    const colliding = entered && !edit.hadLostTry ? collidingRows(rows) : [];
    return colliding.length > 0 ? colliding : rows;
  };
  const decide = (way: () => void) => () => {
    accept();
    way();
  };
  return {
    /** The state that the edit is based on. */
    base: edit.base,
    /** Returns the base at this moment, rendered or not. */
    current: (): T => latest.current.base,
    /** Returns the version to send with the next try. */
    version: (): number => latest.current.base.version,
    accept,
    /** Records how a try ended; null is a success. `mayBeSaved` as in `afterTry`. */
    answered: (error: unknown, mayBeSaved?: boolean): void => change(afterTry(latest.current, error, mayBeSaved)),
    /** What the user has to decide; null while nobody changed the row during this edit, or nothing is edited. */
    conflict: ({ error, isBusy, entered: mine, save, discard }: Ways): Conflict | null =>
      isOutdated(edit, newest) && isEdited && !isBusy
        ? {
            refusal: refusalOf(error),
            hadLostTry: edit.hadLostTry,
            rows: rowsToDecide(mine?.() ?? entered?.(edit.base)),
            onSaveMine: decide(save),
            onDiscardMine: decide(discard),
          }
        : null,
  };
}
