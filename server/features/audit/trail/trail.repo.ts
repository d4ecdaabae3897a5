import type { AuditEvents } from '#server/db/database.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

/** Fails when the database accepted an entry without storing it, as a planted trigger can do, so that the change is undone. */
export async function insertEntries(tx: Tx, entries: readonly NewRow<AuditEvents>[]): Promise<void> {
  const kept = await tx.insertInto('audit_events').values(entries).returning('id').execute();
  if (kept.length !== entries.length) throw new Error('the database did not keep an event of the audit trail');
}
