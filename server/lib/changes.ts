import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { settleEdit } from '#contract/texts/edit.ts';
import { invalid } from './errors.ts';

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

/** A change of one field, as the database keeps it. `before` is a hash of the value that the field had; null for no value and for a password. */
export type FieldChange = { field: string; version: number; before: string | null; by: number | null; at: string };
/** Begins the field of an entry that stands for a whole edit. */
export const EDIT = 'edit:';
/** A row that keeps the newest changes of its fields, oldest first, complete from a version on; 0 while there was none. */
export type Tracked = { version: number; changes_from: number; recent_changes: unknown };
type Fields = Readonly<Record<string, unknown>>;

/** Whether the row knows what has changed since a version. */
export const isTracked = (row: Tracked, seen: number): boolean =>
  seen <= row.version && seen >= (row.changes_from || row.version);

/** A value as PostgreSQL writes it in jsonb: the keys of an object by their length first. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}: ${jsonText(held)}`).join(', ')}}`;
}

/** The hash of a value, as the trigger `note_changed_fields` makes it. */
function hashOf(value: unknown) {
  if (value === null || value === undefined) return value;
  const text = typeof value === 'string' ? value : jsonText(value);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The changes after a version, oldest first. Only the trigger writes them. */
export const changesSince = ({ recent_changes }: Tracked, seen: number): FieldChange[] =>
  (recent_changes as readonly FieldChange[]).filter(({ version }) => version > seen);

const changesOf = (row: Tracked, field: string, seen: number) =>
  changesSince(row, seen).filter((change) => change.field === field);

/** Whether the field has changed since a version that had this value in it: an edit with this value does not change the field. */
export function isAsSeen(row: Tracked, field: string, seen: number | undefined, value: unknown): boolean {
  if (seen === undefined) return false;
  const [first] = changesOf(row, field, seen);
  return first !== undefined && first.before === hashOf(value);
}

/** The fields that an edit changes. A caller may send the whole form: what has the value that was seen is not theirs. */
export const ownFields = <F extends Fields>(row: Tracked, fields: F, seen: number | undefined): Partial<F> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value === undefined || !isAsSeen(row, name, seen, value)),
  ) as Partial<F>;

/**
 * The fields that an edit changes, by the rules of its body. What has the value that was seen, or that the row has, stays as it is,
 * also when it breaks a rule that is newer than the row.
 * @param now the fields as they are, as a caller gets them
 * @throws DomainError `validation_failed` when a changed field breaks a rule
 */
export function enteredFields<S extends z.ZodObject, F extends Fields>(
  schema: S,
  { row, now }: { row: Tracked; now: Fields },
  fields: F,
  seen: number | undefined,
): Partial<F> {
  const { values, problems } = settleEdit(schema, ownFields(row, fields, seen), now);
  const named = new Set<string>();
  const first = problems.filter(({ field }) => !named.has(field) && named.add(field));
  if (first.length > 0) throw invalid(first);
  return ownFields(row, values as Partial<F>, seen);
}

/** The newest change of a field since a version; null when the field has the value that it had then. */
function changeSince(row: Tracked, field: string, seen: number, now: unknown): FieldChange | null {
  const changes = changesOf(row, field, seen);
  const [first] = changes;
  return first === undefined || first.before === hashOf(now) ? null : (changes.at(-1) ?? null);
}

/** What an edit sets, and which fields must not have changed since the version that was seen, whatever they are now. */
export type Claimed = { wanted?: Fields; relies?: readonly string[] };

/**
 * The changes since a version that an edit meets: of fields that it sets to another value, or that it relies on.
 * @param now the fields as they are. A password is never among them, so that each change of it is met
 */
export function metChanges(row: Tracked, now: Fields, seen: number, { wanted = {}, relies = [] }: Claimed) {
  return [...new Set([...Object.keys(wanted), ...relies])].flatMap((field) => {
    const isRelied = relies.includes(field);
    if (!isRelied && (wanted[field] === undefined || isDeepStrictEqual(wanted[field], now[field]))) return [];
    return changeSince(row, field, seen, now[field]) ?? [];
  });
}

/** What a user changed at one time: these fields, called so. */
export type MetChange = { fields: readonly string[]; what: string; by: number | null; at: Date };
const listed = new Intl.ListFormat('en-US');

/** Changes as their refusal names them: what one user changed at one time is one sentence. */
export function toldChanges(changes: readonly FieldChange[], wordsOf: (field: string) => string): MetChange[] {
  const grouped = Map.groupBy(changes, ({ by, version }) => `${by} ${version}`);
  return [...grouped.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const names = group.map(({ field }) => field);
    const fields = names.filter((name) => !name.startsWith(EDIT));
    return { fields, what: listed.format(names.map(wordsOf)), by: first.by, at: new Date(first.at) };
  });
}
