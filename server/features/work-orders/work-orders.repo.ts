import type { Selectable } from 'kysely';
import type { WorkOrderLinks } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';
import { latestAt } from '#server/lib/ahead.ts';

export type LinkRow = Selectable<WorkOrderLinks>;

export const insertLink = (tx: Tx, row: NewRow<WorkOrderLinks>): Promise<LinkRow> =>
  tx.insertInto('work_order_links').values(row).returningAll().executeTakeFirstOrThrow();

const valid = (db: Database, at: Date) =>
  db
    .selectFrom('work_order_links')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    // One that was made by a clock that was ahead would be valid for too long.
    .where('created_at', '<=', latestAt(at));

/** A link that is neither revoked nor too old. */
export const findValid = (db: Database, id: string, at: Date): Promise<LinkRow | undefined> =>
  valid(db, at).where('id', '=', id).executeTakeFirst();

/** The newest valid link of a request. */
export const newestValid = (db: Database, requestId: number, at: Date): Promise<LinkRow | undefined> =>
  valid(db, at)
    .where('request_id', '=', requestId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Ends all links of a request. Resolves to the number of those that were valid. */
export async function revokeAll(tx: Tx, requestId: number, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('work_order_links')
    .set({ revoked_at: at })
    .where('request_id', '=', requestId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
