import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { MATCHED_MAX } from '#contract/words/limits.ts';
import type { DB } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import { auditText, hasWord, isFound, searchedText } from '#server/db/search/search.ts';
import { COUNTED_MAX } from '#server/lib/counts.ts';
import { readSearch } from '#server/lib/search.ts';
import { type TrailWord, trailWordsOf } from './search.rules.ts';

/** A word with the users who have it in their name or address. */
type Word = TrailWord & { users: number[] };
/** The requests and the contact messages that were found by a text, and the words that an entry about them must have itself. */
type Things = { requests: number[]; messages: number[]; others: readonly Word[] };

/** A search of the trail, with what the rest of the database knows about its words. */
export type TrailSearch = {
  words: readonly Word[];
  things: readonly Things[];
  /** Whether there are more requests or messages than these. */
  isCut: boolean;
};

async function findUsers(db: Database, words: readonly TrailWord[]): Promise<Word[]> {
  if (!words.length) return [];
  const text = searchedText('users');
  const has = words.map(({ pattern }) => sql<boolean>`(${hasWord(text, pattern)})`);
  const { rows } = await sql<{ id: number; has: boolean[] }>`
    select id, array[${sql.join(has)}] as has from users where ${sql.join(has, sql` or `)}`.execute(db);
  return words.map((word, index) => ({ ...word, users: rows.flatMap(({ id, has }) => (has[index] ? [id] : [])) }));
}

/** The newest of each kind, with one more than the search promises, so that it knows whether there are more. */
async function findThings(db: Database, search: string, others: readonly Word[], trackingId?: null): Promise<Things> {
  const newest = (table: 'requests' | 'contact_messages') =>
    db
      .selectFrom(table)
      .select('id')
      .where(isFound(search, table, trackingId))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(COUNTED_MAX))
      .execute();
  const [requests, messages] = [await newest('requests'), await newest('contact_messages')];
  return { requests: requests.map(({ id }) => id), messages: messages.map(({ id }) => id), others };
}

/**
 * Parses a search of the trail, for a tracking ID, a customer, a staff member, an action or a text in an entry. Words
 * for a person, an action or a status can be combined with words for a request: "assigned K7Q2M".
 * @returns undefined for a search without a word, which finds all
 */
export async function readTrailSearch(db: Database, search: string): Promise<TrailSearch | undefined> {
  const words = await findUsers(db, trailWordsOf(search, readSearch(search).words));
  if (!words.length) return undefined;
  const names = words.filter(({ users, actions, isStatus }) => !users.length && !actions.length && !isStatus);
  const isMixed = names.length < words.length;
  // Beside a word for an action, a tracking ID alone does not find an entry.
  const things = [await findThings(db, search, [], isMixed ? null : undefined)];
  if (names.length > 0 && isMixed) {
    const others = words.filter((word) => !names.includes(word));
    things.push(await findThings(db, names.map(({ word }) => word).join(' '), others));
  }
  const isCut = things.some(({ requests, messages }) => Math.max(requests.length, messages.length) > MATCHED_MAX);
  return { words, things, isCut };
}

const textsOf = (ids: readonly number[]) => ids.map(String);

/** Whether an entry has a word: in its own text, or as its action, its actor, or the person whom it is about. */
function entryHas({ pattern, actions, users }: Word): RawBuilder<boolean> {
  const e = (column: string) => sql.ref(`audit_events.${column}`);
  const ways = [sql`(${hasWord(auditText(), pattern)})`];
  if (actions.length) ways.push(sql`${e('action')} = any(${actions}::text[])`);
  if (users.length) {
    const ids = textsOf(users);
    ways.push(
      sql`${e('actor_id')} = any(${users}::integer[])`,
      sql`(${e('entity')} = 'user' and ${e('entity_id')} = any(${ids}::text[]))`,
      sql`${e('before')}->>'assigned_to' = any(${ids}::text[])`,
      sql`${e('after')}->>'assigned_to' = any(${ids}::text[])`,
    );
  }
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** The condition that an entry is found by a search. Every part of it has an index. */
function isMatch({ words, things }: TrailSearch): RawBuilder<boolean> {
  const ways = [sql`(${sql.join(words.map(entryHas), sql` and `)})`];
  for (const { requests, messages, others } of things) {
    const more = others.map((word) => sql` and ${entryHas(word)}`);
    for (const [entity, ids] of [['request', requests] as const, ['contact_message', messages] as const]) {
      if (!ids.length) continue;
      const isAbout = sql`audit_events.entity = ${sql.lit(entity)} and audit_events.entity_id = any(${textsOf(ids)}::text[])`;
      ways.push(sql`(${isAbout}${sql.join(more, sql``)})`);
    }
  }
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

type Entries = SelectQueryBuilder<DB, 'audit_events', object>;

/** The number of newest entries that are scanned before the indexes are used, which takes tens of milliseconds. */
const WALKED = 20_000;

/**
 * The newest entries that a search finds, as ids. What is common is soon found among the newest entries. What is not among
 * those is rare, so that all of it is read from the indexes and put in order.
 * @param entries those that pass the other filters
 */
export async function searchEntries(
  db: Database,
  entries: Entries,
  search: TrailSearch,
  limit: number,
): Promise<string[]> {
  const condition = isMatch(search);
  const walked = entries.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(sql.lit(WALKED));
  const near = await db
    .selectFrom(walked.as('audit_events'))
    .select('id')
    .where(condition)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  if (near.length >= limit) return near.map(({ id }) => id);
  const all = await db
    .with(
      (cte) => cte('found').materialized(),
      () => entries.select(['id', 'at']).where(condition),
    )
    .selectFrom('found')
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  return all.map(({ id }) => id);
}
