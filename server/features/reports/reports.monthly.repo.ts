import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Whether a user is subscribed to the monthly report. */
export async function isReader(db: Database | Tx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('monthly_report_readers')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Subscribes a user to the monthly report. */
export async function addReader(tx: Tx, userId: number, since: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('monthly_report_readers')
    .values({ user_id: userId, since })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Unsubscribes a user from the monthly report. */
export async function removeReader(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('monthly_report_readers')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function isMailed(db: Database, month: string): Promise<boolean> {
  const row = await db
    .selectFrom('monthly_reports')
    .select('month')
    .where('month', '=', sql<Date>`${month}::date`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the report of a month is mailed. @returns whether nobody had done so before */
export async function addMailed(tx: Tx, month: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('monthly_reports')
    .values({ month, mailed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The active admins who subscribed to the report before a given time. */
export const listReaders = (tx: Tx, before: Date): Promise<{ name: string; email: string }[]> =>
  tx
    .selectFrom('monthly_report_readers')
    .innerJoin('users', 'users.id', 'monthly_report_readers.user_id')
    .select(['users.name', 'users.email'])
    .where('monthly_report_readers.since', '<', before)
    .where('users.role', '=', 'admin')
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute();
