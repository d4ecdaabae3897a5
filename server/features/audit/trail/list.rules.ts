import type { AuditEntry } from '#contract/audit.ts';
import { type People, plain, sentenceOf } from '#contract/texts/audit-sentence.ts';
import { cut } from '#server/lib/cut.ts';
import type { EntryRow } from './list.repo.ts';

type Json = AuditEntry['before'];

/** The JSON of an entry's `before` or `after`. */
export type Content = Readonly<Record<string, unknown>> | null;

/** The content of an entry as fields. Anything but an object was not written by the app, and is shown as one field. */
export function contentOf(value: unknown): Content {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

/**
 * The fields that differ between before and after, in the order of after, which PostgreSQL chooses. A flag that only a change has,
 * such as `password_changed`, differs when it is set.
 */
export function changedFields(before: Content, after: Content): string[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  const isUnsetFlag = (name: string) => before !== null && !(name in before) && after?.[name] === false;
  return [...names].filter(
    (name) => !isUnsetFlag(name) && JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  );
}

const FIELDS_MAX = 16;
const TEXT_MAX = 120;

/** Keeps the given fields that have short values. Long texts are cut; lists and objects are omitted. */
export function shortened(content: Content, names: readonly string[]): Content {
  if (!content) return null;
  const pairs = names.flatMap((name): [string, unknown][] => {
    const value = content[name];
    if (value === undefined || (typeof value === 'object' && value !== null)) return [];
    return [[name, typeof value === 'string' ? cut(value, TEXT_MAX) : value]];
  });
  return Object.fromEntries(pairs);
}

/** Summarises a change for a list: the names of the changed fields, and their short values. */
export function summaryOf(row: Pick<EntryRow, 'before' | 'after'>) {
  const [before, after] = [contentOf(row.before), contentOf(row.after)];
  const changed = changedFields(before, after).slice(0, FIELDS_MAX);
  return { changed, before: shortened(before, changed) as Json, after: shortened(after, changed) as Json };
}

/** The subject's name in an entry's own content: that of a person or sender, a request or a notification. */
function knownName(before: Content, after: Content): string | null {
  const names = [after, before].flatMap((content) => [content?.name, content?.external_id, content?.title]);
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}

/** The last name that the trail recorded for a deleted subject. */
const knownAs = ({ thing, before, after, known_as }: EntryRow) =>
  thing ? null : (knownName(contentOf(before), contentOf(after)) ?? known_as);

/** The current name of an entry's subject, or the last one before it was deleted. */
export const nameOfThing = (row: EntryRow): string | null => row.thing?.name ?? knownAs(row);

/** Presents an entry without its content. */
export const presentEntry = (row: EntryRow) => ({
  id: row.id,
  at: row.at?.toISOString() ?? null,
  actor: { id: row.actor_id, name: row.actor_name, role: row.actor_role },
  action: row.action,
  entity: row.entity,
  entity_id: row.entity_id,
  thing: row.thing,
  known_as: knownAs(row),
  ip: row.ip,
  sealed: row.sealed,
});

/** What an entry says, with its actor, in the words of the screens. */
export const sentenceOfRow = (row: EntryRow, people: People): string =>
  `${row.actor_name} ${plain(sentenceOf({ ...presentEntry(row), ...summaryOf(row) }, people))}`;

/** The ids of the users in an export's filters. They are strings, because filters are stored as they were sent. */
function peopleInFilters(filters: Content): number[] {
  const { technician, actor } = filters ?? {};
  return [technician, actor].map(Number);
}

/** The ids of the users in contents: a request's technician, and those in the filters of an export. */
export function peopleIn(contents: readonly Content[]): number[] {
  const ids = contents.flatMap((content) => [
    content?.assigned_to,
    ...peopleInFilters(content?.filters === undefined ? null : contentOf(content.filters)),
  ]);
  return [...new Set(ids)].filter((id): id is number => Number.isInteger(id) && Number(id) > 0 && Number(id) < 2 ** 31);
}

const PAGE_BYTES = 48_000;

/** The first entries that fit in a response of 60 kB; at least one. */
export function fitting<Entry>(entries: readonly Entry[]): Entry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return index > 0 && bytes > PAGE_BYTES;
  });
  return end < 0 ? [...entries] : entries.slice(0, end);
}
