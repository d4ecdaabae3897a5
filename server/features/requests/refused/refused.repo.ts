import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RefusedOutcome, RefusedWork } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export type RefusedRow = Selectable<RefusedWork>;
type Settlement = 'outcome' | 'settled_at' | 'settled_by';

/** Adds refused work. It replaces an earlier update of the same technician that still waits: the device sends its newest state. */
export async function add(tx: Tx, row: Omit<NewRow<RefusedWork>, Settlement | 'received_at'> & { received_at: Date }) {
  await tx
    .updateTable('refused_work')
    .set({ outcome: 'replaced', settled_at: row.received_at, settled_by: row.technician_id })
    .where('request_id', '=', row.request_id)
    .where('technician_id', '=', row.technician_id)
    .where('settled_at', 'is', null)
    .execute();
  return tx
    .insertInto('refused_work')
    .values({ ...row, outcome: null, settled_at: null, settled_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Whether this call has come in already. Its answer was lost then. */
export const isKnown = async (db: Database, call: { requestId: number; technicianId: number; key: string }) =>
  (await db
    .selectFrom('refused_work')
    .select('id')
    .where('technician_id', '=', call.technicianId)
    .where('request_id', '=', call.requestId)
    .where('idempotency_key', '=', call.key)
    .executeTakeFirst()) !== undefined;

/** Which request it is about, and whose work it is. */
export const find = (db: Database, id: number) =>
  db
    .selectFrom('refused_work')
    .innerJoin('users', 'users.id', 'refused_work.technician_id')
    .select(['refused_work.request_id', 'users.id as technician_id', 'users.name as technician_name'])
    .where('refused_work.id', '=', id)
    .executeTakeFirst();

/** Locked until the transaction ends. The caller has locked its request. */
export const lock = (tx: Tx, id: number) =>
  tx.selectFrom('refused_work').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const settle = (tx: Tx, id: number, as: { outcome: RefusedOutcome; by: number; at: Date }) =>
  tx
    .updateTable('refused_work')
    .set({ outcome: as.outcome, settled_at: as.at, settled_by: as.by })
    .where('id', '=', id)
    .execute();

export const filesOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('files')
    .select(['id', 'kind', 'file_name'])
    .where('refused_work_id', '=', id)
    .orderBy('position')
    .execute();

/** Of these requests, those that this technician has lost, or has without being able to work on them. */
export async function lostBy(db: Database, technicianId: number, requestIds: readonly number[], canWork: boolean) {
  if (requestIds.length === 0) return [];
  const rows = await db
    .selectFrom('requests')
    .select('requests.id')
    .where('requests.id', 'in', requestIds)
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const isTheirs = eb.fn.coalesce(eb('requests.assigned_to', '=', technicianId), sql<boolean>`false`);
      const wasTheirs = exists(
        selectFrom('request_assignments')
          .select('request_assignments.id')
          .whereRef('request_assignments.request_id', '=', 'requests.id')
          .where('request_assignments.assigned_from', '=', technicianId),
      );
      return canWork ? and([wasTheirs, not(isTheirs)]) : or([wasTheirs, isTheirs]);
    })
    .execute();
  return rows.map(({ id }) => id);
}
