import { sql } from 'kysely';
import type { Business } from '#contract/business.ts';
import type { Database } from '#server/db/pool.ts';
import { SETTINGS_CHANNEL } from '#server/db/settings.ts';
import type { Tx } from '#server/db/transaction.ts';

export const readSettings = (db: Database) => db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();

/** The same, held until the transaction ends. */
export const lockSettings = (tx: Tx) => tx.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow();

/** Replaces the details; every instance hears of it when the transaction commits. */
export async function writeSettings(tx: Tx, details: Business, change: { by: number; at: Date }) {
  await sql`select pg_notify(${SETTINGS_CHANNEL}, '')`.execute(tx);
  return tx
    .updateTable('settings')
    .set((set) => ({
      details: JSON.stringify(details),
      version: set('version', '+', 1),
      changed_at: change.at,
      changed_by: change.by,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}
