import type { AuditEvents } from '#server/db/database.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

/** Fails when the database accepted a row without storing it, as a planted trigger can do, so that the change is undone. */
export async function insertEvents(tx: Tx, events: readonly NewRow<AuditEvents>[]): Promise<void> {
  const kept = await tx.insertInto('audit_events').values(events).returning('id').execute();
  if (kept.length !== events.length) throw new Error('the database did not keep an event of the audit trail');
}
