import type { AuditEvents } from '#server/db/database.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

/** Fails when the database took the row without keeping it, as a planted trigger may do: no change without its event. */
export const insertEvent = (tx: Tx, event: NewRow<AuditEvents>) =>
  tx
    .insertInto('audit_events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error('the database did not keep an event of the audit trail'));
