import { type Selectable, sql } from 'kysely';
import type { AuditVerdict } from '#contract/audit-verdict.ts';
import type { AuditVerifications } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export type VerificationRow = Selectable<AuditVerifications>;

export const findLatest = (db: Database) =>
  db.selectFrom('audit_verifications').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** The latest verification with a verdict that ended by a time, or that found the trail changed at whatever time. */
export const findLatestVerdict = (db: Database, by: Date) =>
  db
    .selectFrom('audit_verifications')
    .select(['verdict', 'finished_at'])
    .where('verdict', 'is not', null)
    .where('finished_at', 'is not', null)
    .where(({ eb, or }) => or([eb('finished_at', '<=', by), sql<boolean>`verdict->'broken' <> 'null'::jsonb`]))
    .$narrowType<{ finished_at: Date }>()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findRunning = (db: Database) =>
  db.selectFrom('audit_verifications').selectAll().where('finished_at', 'is', null).executeTakeFirst();

/** Adds a verification. Returns undefined when one is running, including one that another instance has just started. */
export const insertVerification = (tx: Tx, row: NewRow<AuditVerifications>) =>
  tx
    .insertInto('audit_verifications')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Stores the progress of a running verification. Returns false when it is no longer running. */
export async function keepProgress(tx: Tx, id: number, to: { checked: number; total: number; seen_at: Date }) {
  const kept = await tx
    .updateTable('audit_verifications')
    .set(to)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Ends a running verification, which has failed without a verdict. Returns false when it is no longer running. */
export async function finishVerification(tx: Tx, id: number, to: { verdict: AuditVerdict | null; at: Date }) {
  const finished = await tx
    .updateTable('audit_verifications')
    .set((set) => ({
      verdict: to.verdict && JSON.stringify(to.verdict),
      finished_at: to.at,
      ...(to.verdict && { checked: set.ref('total') }),
    }))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return finished.numUpdatedRows > 0n;
}
