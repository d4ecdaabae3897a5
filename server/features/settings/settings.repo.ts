import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';

export const readSettings = (db: Database) => db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();

/** The stored settings, locked until the transaction ends. */
export const lockSettings = (tx: Tx) => tx.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow();

/** Inserts the first details. Has no effect when there already are some. */
export const insertSettings = (tx: Tx, details: object, now: Date) =>
  tx
    .insertInto('settings')
    .values({ details: JSON.stringify(details), changed_at: now, changed_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const writeSettings = (tx: Tx, details: unknown, change: { by: number; at: Date }) =>
  tx
    .updateTable('settings')
    .set((set) => ({
      details: JSON.stringify(details),
      version: set('version', '+', 1),
      changed_at: change.at,
      changed_by: change.by,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether PostgreSQL knows a zone by exactly this name. It reads hundreds of files for it. */
export async function knowsZone(db: Database, zone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_catalog.pg_timezone_names where name = ${zone}) as known`.execute(db);
  return rows[0]?.known ?? false;
}
