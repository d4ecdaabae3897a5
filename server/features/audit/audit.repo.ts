import type { AuditEvents } from '#server/db/database.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

/** Fails when the database took a row without keeping it, as a planted trigger may do: no change without its entry. */
export async function insertEvents(tx: Tx, events: readonly NewRow<AuditEvents>[]): Promise<void> {
  const kept = await tx.insertInto('audit_events').values(events).returning('id').execute();
  if (kept.length !== events.length) throw new Error('the database did not keep an event of the audit trail');
}
