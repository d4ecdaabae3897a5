import type { AuditVerification } from '#contract/audit.ts';
import type { VerificationRow } from './verifications.repo.ts';

/** In milliseconds: longer than another instance needs to take over the task of one that was killed. */
const LOST_MS = 5 * 60_000;

/** Whether a running verification has lost its instance. */
export const isLost = ({ seen_at }: Pick<VerificationRow, 'seen_at'>, now: Date): boolean =>
  now.getTime() - seen_at.getTime() > LOST_MS;

/** Presents a verification. One that ended without a verdict, or lost its instance, has failed. */
export const presentVerification = (row: VerificationRow, now: Date): AuditVerification => ({
  id: row.id,
  state: row.verdict ? 'done' : row.finished_at || isLost(row, now) ? 'failed' : 'running',
  started_at: row.started_at.toISOString(),
  started_by: { id: row.started_by, name: row.started_by_name },
  finished_at: row.finished_at?.toISOString() ?? null,
  checked: Number(row.checked),
  total: Number(row.total),
  verdict: row.verdict,
});
