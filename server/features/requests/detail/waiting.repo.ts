import type { Database } from '#server/db/pool.ts';

/** The refused work of a request that waits, oldest first. */
export const waitingOn = (db: Database, requestId: number) =>
  db
    .selectFrom('refused_work')
    .innerJoin('users', 'users.id', 'refused_work.technician_id')
    .select([
      'refused_work.id',
      'refused_work.technician_id',
      'users.name as technician_name',
      'refused_work.status',
      'refused_work.notes',
      'refused_work.rating',
      'refused_work.customer_notes',
      'refused_work.signature_kind',
      'refused_work.signed_name',
      'refused_work.unsigned',
      'refused_work.unsigned_reason',
      'refused_work.received_at',
    ])
    .where('refused_work.request_id', '=', requestId)
    .where('refused_work.settled_at', 'is', null)
    .orderBy('refused_work.id');
