import type { Deps } from '#server/deps.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import * as repo from './audit.seal.repo.ts';
import { type Verdict, verifyChain } from './audit.verify.rules.ts';

/**
 * Checks the whole trail: up to where it holds, or the first place where it does not (threats, audit). Changes nothing,
 * and may run beside the sealer. Reads page by page, so it needs no more memory for a longer trail.
 */
export async function verifyTrail(deps: Pick<Deps, 'db' | 'auditKey' | 'checkpoints' | 'now'>): Promise<Verdict> {
  const { db } = deps;
  // The checkpoints first: whatever they know is in the chain that is read after them.
  const checkpoints = await deps.checkpoints.snapshot();
  const upTo = await repo.headSeq(db);
  return verifyChain({
    mac: hmacOf(deps.auditKey),
    now: deps.now(),
    checkpoints,
    seals: repo.streamSeals(db, upTo),
    countSeals: () => repo.countSeals(db, upTo),
    lostEvent: () => repo.findLostEvent(db),
    unsealed: repo.streamUnsealed(db),
  });
}
