import { type Selectable, sql } from 'kysely';
import type { AccountLinks } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';
import { latestAt } from '#server/lib/ahead.ts';

export type LinkRow = Selectable<AccountLinks>;

export const insertLink = (tx: Tx, link: NewRow<AccountLinks>): Promise<{ id: number }> =>
  tx.insertInto('account_links').values(link).returning('id').executeTakeFirstOrThrow();

export const findLink = (db: Database, id: number): Promise<LinkRow | undefined> =>
  db.selectFrom('account_links').selectAll().where('id', '=', id).executeTakeFirst();

/** The valid link with this token, and the user whom it belongs to. */
export const findOpenLink = (db: Database, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['account_links.id', 'account_links.purpose', 'users.id as user_id', 'users.name', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    // One that was made by a clock that was ahead would open an account for too long.
    .where('account_links.created_at', '<=', latestAt(now))
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/** Marks a link as used. Returns false when it already was. */
export async function takeLink(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.deleteFrom('account_links').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

export const deleteLinksOf = (tx: Tx, userId: number) =>
  tx.deleteFrom('account_links').where('user_id', '=', userId).execute();

/** @param within the first and the last moment that count */
export const countResets = async (tx: Tx, userId: number, within: { from: Date; to: Date }): Promise<number> =>
  (
    await tx
      .selectFrom('account_links')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', userId)
      .where('purpose', '=', 'reset')
      .where('created_at', '>', within.from)
      .where('created_at', '<=', within.to)
      .executeTakeFirstOrThrow()
  ).n;

export const hasOpenLink = async (tx: Tx, userId: number, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('account_links')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '<=', latestAt(now))
    .executeTakeFirst()) !== undefined;

export const deleteLinksExpiredBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('account_links').where('expires_at', '<', before).execute();
