import { type Selectable, sql } from 'kysely';
import { builtOnce } from '#server/db/built-once.ts';
import type { ApiKeys } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';
import { latestAt } from '#server/lib/ahead.ts';

/** As text: a day has no time, and the driver would give it one. */
const lastDay = sql<string | null>`api_keys.last_day::text`.as('last_day');

/** Whether a key works on this day of the business. */
const isLive = (today: string) => sql<boolean>`(ended_at is null and (last_day is null or last_day >= ${today}::date))`;

/** The key with this secret, which may have ended. */
export const findBySecret = builtOnce((db, secretHash: Buffer) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'last_used_at', 'ended_at', lastDay])
    .where('secret_hash', '=', secretHash),
).first;

const keys = (db: Database) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users as makers', 'makers.id', 'api_keys.created_by')
    .leftJoin('users as enders', 'enders.id', 'api_keys.ended_by')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.scopes', 'api_keys.last_used_at', 'api_keys.created_at'])
    .select(['api_keys.created_by', 'api_keys.ended_at', lastDay])
    .select(['makers.name as maker', 'makers.is_active as is_maker_active', 'enders.name as ender']);

/** The keys that work on this day, then the newest of the others. */
export const listKeys = (db: Database, today: string, limit: number) =>
  keys(db).orderBy(isLive(today), 'desc').orderBy('api_keys.id', 'desc').limit(limit).execute();

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

export const getKey = (db: Database, id: number): Promise<KeyRow> =>
  keys(db).where('api_keys.id', '=', id).executeTakeFirstOrThrow();

export const listLiveNames = async (tx: Tx, today: string): Promise<string[]> =>
  (await tx.selectFrom('api_keys').select('name').where(isLive(today)).execute()).map(({ name }) => name);

/** Lets keys be made one after the other, so that they can be counted. Reads go on. */
export const lockKeys = (tx: Tx) => sql`lock table api_keys in share row exclusive mode`.execute(tx);

export const insertKey = (tx: Tx, key: Omit<NewRow<ApiKeys>, 'last_used_at' | 'ended_at' | 'ended_by'>) =>
  tx
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null, ended_at: null, ended_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();

export const lockKey = (tx: Tx, id: number) =>
  tx
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'ended_at', lastDay])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const endKey = (tx: Tx, id: number, end: Pick<Selectable<ApiKeys>, 'ended_at' | 'ended_by'>) =>
  tx.updateTable('api_keys').set(end).where('id', '=', id).execute();

/** Stores that a key is used now, unless a call since `since` has stored it. */
export const noteUse = (tx: Tx, id: number, now: Date, since: Date) =>
  tx
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', since), eb('last_used_at', '>', latestAt(now))]),
    )
    .execute();
