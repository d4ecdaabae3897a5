import { sql } from 'kysely';
import { shownOfRequest } from '#contract/words/limits.ts';
import type { RequestEvidence, UnsignedVisits } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

type Later = 'superseded_at' | 'superseded_by' | 'seen_version';

export const addEvidence = (tx: Tx, evidence: Omit<NewRow<RequestEvidence>, Later>) =>
  tx
    .insertInto('request_evidence')
    .values({ ...evidence, superseded_at: null, superseded_by: null, seen_version: null })
    .execute();

/**
 * Marks the current evidence as superseded. The history keeps it.
 * @param change.unseenUpTo the highest rating that the office must see before it is forgotten; 0 when the office itself reopens
 */
export const supersedeEvidence = (tx: Tx, requestId: number, change: { at: Date; by: number; unseenUpTo: number }) =>
  tx
    .updateTable('request_evidence')
    .set(({ eb }) => ({
      superseded_at: change.at,
      superseded_by: change.by,
      unseen: eb('rating', '<=', change.unseenUpTo).$castTo<boolean>(),
    }))
    .where('request_id', '=', requestId)
    .where('superseded_at', 'is', null)
    .execute();

/** Brings back the evidence that was superseded at a time. Returns what the request shows of it. */
export const bringEvidenceBack = (tx: Tx, requestId: number, supersededAt: Date) =>
  tx
    .updateTable('request_evidence')
    .set({ superseded_at: null, superseded_by: null, unseen: false })
    .where('request_id', '=', requestId)
    .where('superseded_at', '=', supersededAt)
    .returning(['rating', 'customer_notes'])
    .executeTakeFirst();

/** The newest evidence of a request, newest first. */
export const evidenceOf = (db: Database, requestId: number) =>
  db
    .selectFrom('request_evidence')
    .leftJoin('users', 'users.id', 'request_evidence.recorded_by')
    .leftJoin('users as reopener', 'reopener.id', 'request_evidence.superseded_by')
    .select([
      'request_evidence.rating',
      'request_evidence.customer_notes',
      'request_evidence.signature_id',
      'request_evidence.signature_kind',
      'request_evidence.signed_name',
      'request_evidence.recorded_at',
      'request_evidence.superseded_at',
      'request_evidence.unseen',
      'users.name as recorded_by',
      'reopener.name as reopened_by',
    ])
    .where('request_id', '=', requestId)
    .orderBy('request_evidence.id', 'desc')
    .limit(sql.lit(shownOfRequest.evidence));

/** Records a visit without a signature. It takes the place of an earlier one that is open. */
export async function addUnsignedVisit(
  tx: Tx,
  visit: Omit<NewRow<UnsignedVisits>, 'settled_at' | 'settled_version' | 'recorded_at'> & { recorded_at: Date },
) {
  await settleUnsignedVisits(tx, [visit.request_id], visit.recorded_at);
  await tx
    .insertInto('unsigned_visits')
    .values({ ...visit, settled_at: null, settled_version: null })
    .execute();
}

/** Settles the open visits of requests: they are not flagged for the office any more. */
export const settleUnsignedVisits = (tx: Tx, requestIds: readonly number[], at: Date) =>
  tx
    .updateTable('unsigned_visits')
    .set({ settled_at: at })
    .where('request_id', 'in', requestIds)
    .where('settled_at', 'is', null)
    .execute();

/** The office has acted on a request, in the change to this version: its visit is settled, and its low rating is seen. */
export const answerFlags = (tx: Tx, requestId: number, { version, at }: { version: number; at: Date }) =>
  Promise.all([
    tx
      .updateTable('unsigned_visits')
      .set({ settled_at: at, settled_version: version })
      .where('request_id', '=', requestId)
      .where('settled_at', 'is', null)
      .execute(),
    tx
      .updateTable('request_evidence')
      .set({ unseen: false, seen_version: version })
      .where('request_id', '=', requestId)
      .where('unseen', '=', true)
      .execute(),
  ]);

/** Flags a request again as it was before the change to this version. The caller makes sure that no later change flags it. */
export const reopenFlags = (tx: Tx, requestId: number, version: number) =>
  Promise.all([
    tx
      .updateTable('unsigned_visits')
      .set({ settled_at: null, settled_version: null })
      .where('request_id', '=', requestId)
      .where('settled_version', '=', version)
      .execute(),
    tx
      .updateTable('request_evidence')
      .set({ unseen: true, seen_version: null })
      .where('request_id', '=', requestId)
      .where('seen_version', '=', version)
      .execute(),
  ]);

/** Whether the change to this version answered a flag. */
export const hasAnswered = async (tx: Tx, requestId: number, version: number): Promise<boolean> =>
  (await tx
    .selectFrom('unsigned_visits')
    .select('id')
    .where('request_id', '=', requestId)
    .where('settled_version', '=', version)
    .union((eb) =>
      eb
        .selectFrom('request_evidence')
        .select('id')
        .where('request_id', '=', requestId)
        .where('seen_version', '=', version),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a request is flagged for the office: its last visit ended without a signature, or a technician reopened a low rating. */
export const isFlagged = async (db: Database, requestId: number): Promise<boolean> =>
  (await db
    .selectFrom('unsigned_visits')
    .select('id')
    .where('request_id', '=', requestId)
    .where('settled_at', 'is', null)
    .union((eb) =>
      eb.selectFrom('request_evidence').select('id').where('request_id', '=', requestId).where('unseen', '=', true),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The newest visits of a request that ended without a signature, newest first. */
export const unsignedVisitsOf = (db: Database, requestId: number) =>
  db
    .selectFrom('unsigned_visits')
    .innerJoin('users', 'users.id', 'unsigned_visits.recorded_by')
    .select([
      'unsigned_visits.kind',
      'unsigned_visits.reason',
      'unsigned_visits.recorded_at',
      'unsigned_visits.settled_at',
      'users.name as recorded_by',
    ])
    .where('request_id', '=', requestId)
    .orderBy('unsigned_visits.id', 'desc')
    .limit(sql.lit(shownOfRequest.visits));
