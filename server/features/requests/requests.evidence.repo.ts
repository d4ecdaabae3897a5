import type { Insertable } from 'kysely';
import type { RequestEvidence } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

export const addEvidence = (db: Database, evidence: Omit<Insertable<RequestEvidence>, 'id' | 'superseded_at'>) =>
  db.insertInto('request_evidence').values(evidence).execute();

/** What was given for a completion that does not hold any more stays in history. */
export const supersedeEvidence = (db: Database, requestId: number, at: Date) =>
  db
    .updateTable('request_evidence')
    .set({ superseded_at: at })
    .where('request_id', '=', requestId)
    .where('superseded_at', 'is', null)
    .execute();

/** Newest first. */
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
