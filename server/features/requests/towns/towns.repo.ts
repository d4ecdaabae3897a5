import { sql } from 'kysely';
import { TOWNS_MAX } from '#contract/words/limits.ts';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';

type Unread = { id: number; address: string };
type Read = Unread & { town: string };

/** The newest requests whose town is not read yet. */
export const findUnread = (db: Database, limit: number): Promise<Unread[]> =>
  db
    .selectFrom('requests')
    .select(['id', 'customer_address as address'])
    .where('town', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute();

/**
 * Stores the towns of addresses, except for requests that somebody is writing, and whose address is another one by now.
 * @returns how many were stored
 */
export async function storeTowns(tx: Tx, read: readonly Read[]): Promise<number> {
  const list = <K extends keyof Read>(key: K) => read.map((one) => one[key]);
  const { rows } = await sql<{ n: number }>`
    with given as (
      select * from unnest(${list('id')}::integer[], ${list('address')}::text[], ${list('town')}::text[]) as g (id, address, town)
    ), unread as materialized (
      select r.id, given.town from requests r join given on given.id = r.id
      where r.town is null and r.customer_address = given.address
      order by r.id for update of r skip locked
    ), stored as (
      update requests as r set town = unread.town from unread where r.id = unread.id returning r.id
    )
    select count(*)::integer as n from stored`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Stores the town of a request whose address was changed in the same transaction, which forgot the one before. */
export const storeTown = (tx: Tx, id: number, town: string | null) =>
  tx.updateTable('requests').set({ town }).where('id', '=', id).execute();

/**
 * The towns of all requests, by name. One look into the index finds the next town, so it takes as many looks as there are towns, however
 * many requests there are. Should there be more than `TOWNS_MAX`, the first ones.
 */
export async function listTowns(db: Database): Promise<string[]> {
  const { rows } = await sql<{ town: string }>`
    with recursive towns as (
      (select town from requests where town > '' order by town limit 1)
      union all
      select (select r.town from requests r where r.town > towns.town order by r.town limit 1)
      from towns where towns.town is not null
    ), found as (
      select town from towns where town is not null limit ${sql.lit(TOWNS_MAX)}
    )
    select town from found order by search_fold(town), town`.execute(db);
  return rows.map(({ town }) => town);
}
