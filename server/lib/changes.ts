import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** The fields of an edit that differ from the row, before and after; null when none differs. */
export function changedFields<R extends object, F extends Partial<Record<keyof R, unknown>>>(row: R, fields: F) {
  const differing = Object.entries(fields).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, row[key as keyof R]),
  );
  if (!differing.length) return null;
  // Only keys of F are left, none of them undefined.
  const after = Object.fromEntries(differing) as { [K in keyof F]?: Exclude<F[K], undefined> };
  const before = Object.fromEntries(differing.map(([key]) => [key, row[key as keyof R]]));
  return { before, after };
}

/** A change of one field, as the database keeps it. `before` is a hash of the value that the field had. */
export type FieldChange = { field: string; version: number; before: string | null; by: number | null; at: string };
/** A row that keeps the newest changes of its fields, oldest first, complete from a version on; 0 while there was none. */
export type Tracked = { version: number; changes_from: number; recent_changes: readonly FieldChange[] };
type Value = string | number | null;

/** Whether the row knows what has changed since a version. */
export const isTracked = (row: Tracked, seen: number): boolean =>
  seen <= row.version && seen >= (row.changes_from || row.version);

/** The hash of a value, as the trigger `note_changed_fields` makes it. */
const hashOf = (value: Value) =>
  value === null ? null : createHash('sha256').update(String(value)).digest('hex').slice(0, 32);

const changesSince = ({ recent_changes }: Tracked, field: string, seen: number) =>
  recent_changes.filter((change) => change.field === field && change.version > seen);

/** Whether the field has changed since a version that had this value in it: an edit with this value does not change the field. */
export function isAsSeen(row: Tracked, field: string, seen: number | undefined, value: Value): boolean {
  if (seen === undefined) return false;
  const [first] = changesSince(row, field, seen);
  return first !== undefined && first.before === hashOf(value);
}

/** The newest change of a field since a version; null when the field has the value that it had then. */
export function changeSince(row: Tracked, field: string, seen: number, now: Value): FieldChange | null {
  const changes = changesSince(row, field, seen);
  const [first] = changes;
  return first === undefined || first.before === hashOf(now) ? null : (changes.at(-1) ?? null);
}
