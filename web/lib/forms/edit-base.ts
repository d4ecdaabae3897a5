import { ApiError } from '../api-client.ts';
import type { KeptForm } from './kept-entries.ts';

/** An edit of a row: the state that it is based on, and how its tries have ended. */
export type Edit<T> = {
  base: T;
  /** Whether an earlier try without a response may have been saved. */
  hadLostTry: boolean;
  /** Whether the server refused the last try. */
  isRefused: boolean;
};
type Row = { version: number };

/** Whether the server may have made the change although the response is missing or a failure. */
const isUnknown = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Begins an edit on a state that the user sees. */
export const beginOn = <T>(base: T): Edit<T> => ({ base, hadLostTry: false, isRefused: false });

/**
 * Moves an edit to the newest state while nothing is edited. From the first edit on it stays on the state that the user saw,
 * unless the two differ in nothing that a conflict would show: then there is nothing to decide. After a lost try, which may have
 * landed, it stays as well. Returns the same edit when nothing moves.
 */
export function follow<T>(edit: Edit<T>, newest: T, isEdited: boolean, isSame: (one: T, other: T) => boolean): Edit<T> {
  if (edit.hadLostTry || edit.base === newest) return edit;
  return isEdited && !isSame(edit.base, newest) ? edit : { ...edit, base: newest };
}

/**
 * Records how a try ended; null is a success.
 * @param mayBeSaved whether an earlier try may have been saved all the same, for a form that knows it after a refusal
 */
export function afterTry<T>(edit: Edit<T>, error: unknown, mayBeSaved = edit.hadLostTry): Edit<T> {
  if (error === null) return { ...edit, hadLostTry: false, isRefused: false };
  return isUnknown(error)
    ? { ...edit, hadLostTry: true, isRefused: false }
    : { ...edit, hadLostTry: mayBeSaved, isRefused: true };
}

/**
 * Whether somebody changed the row after the edit began. After a lost try, the change may be that try's own: the server knows,
 * and refuses the next try if it is not.
 */
export const isOutdated = <T extends Row>({ base, hadLostTry, isRefused }: Edit<T>, newest: T): boolean =>
  base.version !== newest.version && (isRefused || !hadLostTry);

/** The state that a form with kept entries began on: the newest one, with what a conflict compares as the user saw it. */
export const stateOfKept = <T extends Row>(kept: KeptForm | null, newest: T): T =>
  kept && kept.version !== newest.version
    ? { ...newest, ...(kept.began as Partial<T> | undefined), version: kept.version }
    : newest;
