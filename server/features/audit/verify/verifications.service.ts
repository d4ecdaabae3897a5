import type { z } from 'zod';
import type { audit } from '#contract/audit.ts';
import { auditVerdict } from '#contract/audit-verdict.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Author } from '#server/lib/actor.ts';
import { latestAt } from '#server/lib/ahead.ts';
import * as repo from './verifications.repo.ts';
import { isLost, presentVerification, readVerdict } from './verifications.rules.ts';
import { verifyTrail } from './verify.service.ts';

export const VERIFICATION_TASK = 'audit.verification';

/** How often progress is stored. */
const PROGRESS_MS = 1_000;
/** Starts a verification, which one of the instances runs. Returns the running one if there is one. */
export const startVerification: UseCase<typeof audit.startVerification> = async (deps, actor) => {
  const row = await deps.transaction(async (tx, deps) => {
    const now = deps.now();
    const latest = await repo.findLatest(tx);
    if (latest && !latest.finished_at && isLost(latest, now)) {
      await repo.finishVerification(tx, latest.id, { verdict: null, at: now });
    }
    const added = await repo.insertVerification(tx, {
      started_by: actor.id,
      started_by_name: actor.name,
      started_by_role: actor.role,
      ip: actor.ip,
      user_agent: actor.userAgent,
      started_at: now,
      seen_at: now,
      finished_at: null,
      verdict: null,
    });
    if (!added) return repo.findLatest(tx);
    await announce(tx, actor, { type: 'audit.verification_started', verification_id: added.id });
    await deps.jobs.send(tx, VERIFICATION_TASK);
    return added;
  });
  if (!row) throw new Error('a verification that runs is gone');
  return { verification: presentVerification(row, deps.now()) };
};

/** Returns the latest verification, running or finished. */
export const verification: UseCase<typeof audit.verification> = async (deps) => {
  const row = await repo.findLatest(deps.db);
  return { verification: row ? presentVerification(row, deps.now()) : null };
};

/** When the trail was last verified to the end, and whether it held; null when it never was. */
export async function lastVerdict({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<{ at: Date; holds: boolean } | null> {
  const row = await repo.findLatestVerdict(db, latestAt(now()));
  const verdict = row && readVerdict(row.verdict);
  return verdict ? { at: row.finished_at, holds: verdict.broken === null } : null;
}

/** The user who requested a verification, and from where. The entry about its verdict belongs to the same user. */
const authorOf = (row: repo.VerificationRow): Author => ({
  kind: 'staff',
  id: row.started_by,
  name: row.started_by_name,
  role: row.started_by_role,
  ip: row.ip,
  userAgent: row.user_agent,
});

/**
 * Runs the requested verification, and stores its progress every second. When the instance stops or is killed, another
 * one starts over. An error ends it without a verdict.
 */
export async function runVerification(deps: Deps, stopping: AbortSignal): Promise<void> {
  const row = await repo.findRunning(deps.db);
  if (!row) return;
  let stored = Number.NEGATIVE_INFINITY;
  const keepProgress = async (checked: number, total: number) => {
    stopping.throwIfAborted();
    if (performance.now() - stored < PROGRESS_MS) return;
    stored = performance.now();
    const to = { checked, total, seen_at: deps.now() };
    const isMine = await deps.autocommit((tx) => repo.keepProgress(tx, row.id, to));
    if (!isMine) throw new Error('another verification has taken the place of this one');
  };
  const end = (verdict: z.output<typeof auditVerdict> | null) =>
    deps.transaction(async (tx, deps) => {
      const isFirst = await repo.finishVerification(tx, row.id, { verdict, at: deps.now() });
      if (!isFirst || !verdict) return;
      await announce(tx, authorOf(row), { type: 'audit.verified', verification_id: row.id, verdict });
    });
  try {
    await end(auditVerdict.parse(await verifyTrail(deps, keepProgress)));
  } catch (error) {
    if (stopping.aborted) throw error;
    deps.log.error({ err: error }, 'the audit trail could not be verified');
    await end(null);
  }
}
