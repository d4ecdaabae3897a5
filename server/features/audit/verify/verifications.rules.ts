import type { AuditVerification } from '#contract/audit.ts';
import { auditVerdict } from '#contract/audit-verdict.ts';
import { isAhead } from '#server/lib/ahead.ts';
import { tryStoredJson } from '#server/lib/stored/stored-json.ts';
import type { VerificationRow } from './verifications.repo.ts';

/** In milliseconds: longer than another instance needs to take over the task of one that was killed. */
const LOST_MS = 5 * 60_000;

/** Whether a running verification has lost its instance. */
export const isLost = ({ seen_at }: Pick<VerificationRow, 'seen_at'>, now: Date): boolean =>
  now.getTime() - seen_at.getTime() > LOST_MS || isAhead(seen_at, now);

/** What a verdict of another release may lack. Whether the trail is broken has no default: without it there is no verdict. */
const defaults = { sealed: 0, since: null, until: null, last_event: null, waiting: 0 };

/** Reads a verdict of any release; null when this one can't tell whether it is good. */
export const readVerdict = (stored: unknown) => tryStoredJson({ schema: auditVerdict, defaults }, stored);

/** Presents a verification. One that ended without a verdict, or lost its instance, has failed. */
export function presentVerification(row: VerificationRow, now: Date): AuditVerification {
  const verdict = readVerdict(row.verdict);
  return {
    id: row.id,
    state: verdict ? 'done' : row.finished_at || isLost(row, now) ? 'failed' : 'running',
    started_at: row.started_at.toISOString(),
    started_by: { id: row.started_by, name: row.started_by_name },
    finished_at: row.finished_at?.toISOString() ?? null,
    checked: Number(row.checked),
    total: Number(row.total),
    verdict,
  };
}
