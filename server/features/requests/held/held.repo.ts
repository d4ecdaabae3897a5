import { sql } from 'kysely';
import { fieldNames } from '#contract/words/request-fields.ts';
import type { HeldRequests, SettledHeldRequests } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

const columns = [
  'held_requests.id',
  'held_requests.external_id',
  ...fieldNames.map((name) => `held_requests.${name}` as const),
  'held_requests.priority',
  'held_requests.hidden_text',
  'held_requests.created_at',
] as const;

/** Adds a held request; undefined when the tracking ID is in use, also by a request. */
export const insert = (tx: Tx, row: Omit<NewRow<HeldRequests>, 'id'>) =>
  tx
    .insertInto('held_requests')
    .values(row)
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning('id')
    .executeTakeFirst();

/** One page of the held requests, newest first. */
export const listHeld = (db: Database, { limit, page }: { limit: number; page: number }) =>
  db
    .selectFrom('held_requests')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
export type HeldRow = Awaited<ReturnType<typeof listHeld>>[number];

export const countHeld = async (db: Database): Promise<number> =>
  (await db.selectFrom('held_requests').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;

/** The held request, locked until the transaction ends; undefined when it is settled or was never there. */
export const lock = (tx: Tx, id: number): Promise<HeldRow | undefined> =>
  tx.selectFrom('held_requests').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** The oldest that came in before a time and that nobody is working on, locked until the transaction ends. */
export const lockOldest = (tx: Tx, before: Date): Promise<HeldRow | undefined> =>
  tx
    .selectFrom('held_requests')
    .select(columns)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Removes a held request, and keeps what became of it. Its files move on in the same transaction. */
export async function settle(tx: Tx, settlement: NewRow<SettledHeldRequests>): Promise<void> {
  await tx.deleteFrom('held_requests').where('id', '=', settlement.id).execute();
  await tx.insertInto('settled_held_requests').values(settlement).execute();
}

/** What became of a held request, and who did it; undefined when it was never there or that is too long ago. */
export const settlementOf = (db: Database, id: number) =>
  db
    .selectFrom('settled_held_requests')
    .leftJoin('users', 'users.id', 'settled_held_requests.settled_by')
    .select(['settled_held_requests.outcome', 'users.name as by'])
    .where('settled_held_requests.id', '=', id)
    .executeTakeFirst();

export const forgetSettled = (tx: Tx, before: Date) =>
  tx.deleteFrom('settled_held_requests').where('settled_at', '<', before).execute();
