import { deskTime } from './dates.ts';
import { DomainError } from './errors.ts';

type Versioned = { version: number };
type LastChange = { by: string | null; what: string | null; at: Date | null };

/** Whether an editor saw another version than the current one. */
export const isStale = (row: Versioned, seen: number | undefined) => seen !== undefined && seen !== row.version;

/**
 * Refuses an edit of an older version (409) and says who changed what, and when.
 * An edit without a version is accepted.
 */
export function refuseStale(row: Versioned, seen: number | undefined, last: LastChange, zone: string): void {
  if (!isStale(row, seen)) return;
  throw new DomainError('conflict', changeText(last, zone));
}

/** Says who changed what, and when. */
export const changeText = ({ by, what, at }: LastChange, zone: string): string =>
  `${by ?? 'Someone'} changed ${what ?? 'this'}${at ? ` on ${deskTime(at, zone)}` : ''}.`;
