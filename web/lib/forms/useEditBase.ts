import { useRef, useState } from 'react';
import { afterTry, beginOn, type Edit, follow, isOutdated } from './edit-base.ts';

/**
 * Remembers the state of a row that an edit is based on. While nothing is edited, it is the newest state. From the first
 * edit on it stays the state that the user saw, even if the page reads newer ones that differ: its version is sent, so that nothing
 * is overwritten unseen. After a try with an unknown outcome it stays as well, because that try may have landed.
 * @param newest the row as last read
 * @param isEdited whether the form holds something that is not saved
 * @param isSame whether two states of the row differ in nothing that a conflict would show
 * @param began an edit that goes on after a sign-in or a reload
 */
export function useEditBase<T extends { version: number }>(
  newest: T,
  isEdited: boolean,
  isSame: (one: T, other: T) => boolean,
  began: Edit<T> = beginOn(newest),
) {
  const [edit, setEdit] = useState(began);
  const next = follow(edit, newest, isEdited, isSame);
  if (next !== edit) setEdit(next);
  // A ref as well, because the user's decision and the next try are one press.
  const latest = useRef(edit);
  latest.current = edit;
  const change = (changed: Edit<T>): void => {
    latest.current = changed;
    setEdit(changed);
  };
  return {
    /** The state that the edit is based on. */
    base: edit.base,
    /** Whether somebody changed the row after this edit began, and the user has to decide. */
    isOutdated: isOutdated(edit, newest),
    /** Whether an earlier try without a response may have been saved. */
    hadLostTry: edit.hadLostTry,
    /** Returns the base at this moment, rendered or not. */
    current: (): T => latest.current.base,
    /** Returns the version to send with the next try. */
    version: (): number => latest.current.base.version,
    /**
     * Bases the edit on a state that the user has seen.
     * @param seen the answer to the user's own change; the newest state when left out
     */
    accept: (seen: T = newest): void => change(beginOn(seen)),
    /** Records how a try ended; null is a success. `mayBeSaved` as in `afterTry`. */
    answered: (error: unknown, mayBeSaved?: boolean): void => change(afterTry(latest.current, error, mayBeSaved)),
  };
}
