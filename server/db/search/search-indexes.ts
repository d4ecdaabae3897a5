import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { advisoryLocks } from '../advisory-locks.ts';
import type { WritableDatabase } from '../pool.ts';
import { auditText, hasKeptText, phoneNumbers, type SearchedTable, searchedText } from './search.ts';

const RETRY_MS = 500;
/** So few that a server that writes one of these rows meanwhile hardly waits. */
const FOLDED_AT_ONCE = 500;
/** After so many, what their earlier versions took in the table and its indexes is free for the next ones. */
const VACUUMED_AFTER = 100_000;

type Index = {
  name: string;
  table: string;
  /** What stands behind the table's name. */
  definition: RawBuilder<unknown>;
  /** Whether it stands on the folded text in a column, which rows from before it lack. */
  isOfKept?: boolean;
};

const trigrams = (text: RawBuilder<string>) => sql`using gin ((${text}) gin_trgm_ops)`;

const textOf = (table: SearchedTable): Index => ({
  name: `${table}_folded`,
  table,
  definition: trigrams(searchedText(table)),
  isOfKept: hasKeptText(table),
});

/** Few rows have a second number. */
const numbersOf = (table: SearchedTable): Index[] =>
  phoneNumbers(table).map((number, place) => ({
    name: `${table}_number_${place + 1}`,
    table,
    definition:
      place === 0
        ? sql`((${number}) text_pattern_ops)`
        : sql`((${number}) text_pattern_ops) where ${number} is not null`,
  }));

const indexes: readonly Index[] = [
  textOf('requests'),
  ...numbersOf('requests'),
  textOf('customers'),
  ...numbersOf('customers'),
  textOf('contact_messages'),
  ...numbersOf('contact_messages'),
  // The other filters of the list are in the index, so that it finds the pending requests of a town by itself.
  {
    name: 'requests_town',
    table: 'requests',
    definition: sql`(town, created_at desc, id desc) include (status, priority, assigned_to)`,
  },
  { name: 'audit_events_folded', table: 'audit_events', definition: trigrams(auditText()) },
];

/** The names of those on a table. */
export const searchIndexesOf = (table: SearchedTable): string[] =>
  indexes.filter((index) => index.table === table).map(({ name }) => name);

/** Has the trigger fold the next rows behind an id, except those that somebody is writing. */
async function foldNext(db: WritableDatabase, table: string, after: number) {
  const { rows } = await sql<{ last: number | null; count: number }>`
    with batch as materialized (
      select id from ${sql.table(table)} where id > ${after} and folded_text = ''
      order by id limit ${sql.lit(FOLDED_AT_ONCE)} for update skip locked
    ), folded as (
      update ${sql.table(table)} as folded set folded_text = '' from batch where folded.id = batch.id returning folded.id
    )
    select max(id) as last, count(*)::integer as count from folded`.execute(db);
  return rows[0] ?? { last: null, count: 0 };
}

async function isUnfolded(db: WritableDatabase, table: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where folded_text = '' limit 1`.execute(db);
  return rows.length > 0;
}

/** Folds the rows from before the column, while others write. What a stopped start has folded stays. */
async function foldRows(db: WritableDatabase, table: string, step: (line: string) => void): Promise<void> {
  let folded = 0;
  let unvacuumed = 0;
  while (await isUnfolded(db, table)) {
    for (let after: number | null = 0; after !== null; ) {
      const { last, count } = await foldNext(db, table, after);
      after = last;
      folded += count;
      unvacuumed += count;
      if (unvacuumed < VACUUMED_AFTER) continue;
      await sql`vacuum ${sql.table(table)}`.execute(db);
      unvacuumed = 0;
      step(`Database: the search texts of ${folded.toLocaleString('en-US')} ${table}`);
    }
    // Others may still be writing some.
    await wait(RETRY_MS);
  }
}

async function stateOf(db: WritableDatabase, name: string): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0] === undefined ? 'missing' : rows[0].valid ? 'valid' : 'invalid';
}

async function build(db: WritableDatabase, { name, table, definition }: Index): Promise<void> {
  await sql`create index concurrently ${sql.id(name)} on ${sql.id(table)} ${definition}`.execute(db);
  // Only these statistics say how many rows have a word, or a number.
  await sql`analyze ${sql.id(table)}`.execute(db);
}

/**
 * Builds the indexes of the searched texts that are missing, while servers of an earlier release go on reading and writing. A
 * migration would lock the tables, for minutes with a million rows. What a stopped start left unfinished is built again. Instances
 * that start together build them once; the others wait until all are there.
 * @param db the owner's, without a time limit
 */
export async function buildSearchIndexes(db: WritableDatabase, step: (line: string) => void): Promise<void> {
  await db.connection().execute(async (on) => {
    const missing = async () => {
      const states = await Promise.all(indexes.map(async (index) => ({ index, state: await stateOf(on, index.name) })));
      return states.filter(({ state }) => state !== 'valid');
    };
    while ((await missing()).length) {
      // Waiting inside PostgreSQL would hold a snapshot, and the one that builds waits until no older snapshot is left.
      const { rows } = await sql<{
        mine: boolean;
      }>`select pg_try_advisory_lock(${sql.lit(advisoryLocks.searchIndexes)}) as mine`.execute(on);
      if (!rows[0]?.mine) {
        await wait(RETRY_MS);
        continue;
      }
      try {
        for (const { index, state } of await missing()) {
          step(`Database: the search index ${index.name}`);
          if (index.isOfKept) await foldRows(on, index.table, step);
          if (state === 'invalid') await sql`drop index concurrently ${sql.id(index.name)}`.execute(on);
          await build(on, index);
        }
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(advisoryLocks.searchIndexes)})`.execute(on);
      }
    }
  });
}
