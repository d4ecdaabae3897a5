import type { RequestEvidence } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export const addEvidence = (tx: Tx, evidence: Omit<NewRow<RequestEvidence>, 'superseded_at'>) =>
  tx
    .insertInto('request_evidence')
    .values({ ...evidence, superseded_at: null })
    .execute();

/** Marks the current evidence as superseded. The history keeps it. */
export const supersedeEvidence = (tx: Tx, requestId: number, at: Date) =>
  tx
    .updateTable('request_evidence')
    .set({ superseded_at: at })
    .where('request_id', '=', requestId)
    .where('superseded_at', 'is', null)
    .execute();

/** The evidence of a request, newest first. */
export const listEvidence = (db: Database, requestId: number) =>
  db
    .selectFrom('request_evidence')
    .leftJoin('users', 'users.id', 'request_evidence.recorded_by')
    .select([
      'request_evidence.rating',
      'request_evidence.customer_notes',
      'request_evidence.signature_id',
      'request_evidence.recorded_at',
      'request_evidence.superseded_at',
      'users.name as recorded_by',
    ])
    .where('request_id', '=', requestId)
    .orderBy('request_evidence.id', 'desc')
    .execute();
