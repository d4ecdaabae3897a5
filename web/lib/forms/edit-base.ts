import { ApiError } from '../api-client.ts';
import type { KeptForm } from './kept-entries.ts';

/** An edit of a row: the state that it is based on, and how its tries have ended. */
export type Edit<T> = {
  base: T;
  /** Whether an earlier try without a response may have been saved. */
  hadLostTry: boolean;
  /** Whether the server refused the last try. */
  isRefused: boolean;
  /** Whether it refused it for a change that no field shows, such as an earlier try. The user then decides on the whole. */
  isUnnamed: boolean;
};
type Row = { version: number };

/** Whether the server may have made the change although the response is missing or a failure. */
const isUnknown = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Whether somebody else was first: the conflict shows that, and nothing in a field is wrong. */
export const isMet = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';

/** Whether an edit was refused for a change that no field shows. */
export const isUnnamed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict' && error.details.length === 0;

/** Begins an edit on a state that the user sees. */
export const beginOn = <T>(base: T): Edit<T> => ({ base, hadLostTry: false, isRefused: false, isUnnamed: false });

/**
 * Moves an edit to the newest state while nothing is edited. From the first edit on it stays on the state that the user saw,
 * unless the two differ in nothing that a conflict would show, or only in what the user has not touched: then there is nothing to
 * decide. After a lost try, which may have landed, it stays as well, and after a refusal for what no field shows. Returns the same
 * edit when nothing moves.
 */
export function follow<T>(
  edit: Edit<T>,
  newest: T,
  isEdited: boolean,
  isSame: (one: T, other: T) => boolean,
  isUntouched: (one: T, other: T) => boolean = isSame,
): Edit<T> {
  if (edit.hadLostTry || edit.base === newest) return edit;
  const isFree = !isEdited || isSame(edit.base, newest) || (!edit.isUnnamed && isUntouched(edit.base, newest));
  return isFree ? { ...edit, base: newest } : edit;
}

/**
 * Records how a try ended; null is a success.
 * @param mayBeSaved whether an earlier try may have been saved all the same, for a form that knows it after a refusal
 */
export function afterTry<T>(edit: Edit<T>, error: unknown, mayBeSaved = edit.hadLostTry): Edit<T> {
  if (error === null) return beginOn(edit.base);
  if (isUnknown(error)) return { ...beginOn(edit.base), hadLostTry: true };
  return { base: edit.base, hadLostTry: mayBeSaved, isRefused: true, isUnnamed: isUnnamed(error) };
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
