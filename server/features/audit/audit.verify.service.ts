import type { Deps } from '#server/deps.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { listGuards } from './audit.guards.repo.ts';
import { guardBreak } from './audit.guards.rules.ts';
import * as repo from './audit.seal.repo.ts';
import { type Verdict, verifyChain } from './audit.verify.rules.ts';

/**
 * Checks the whole trail: up to where it holds, or the first place where it does not (threats T59, audit); then whether all
 * that protects it in the database stands as it was made. Changes nothing, and may run beside the sealer. Reads page by
 * page, so it needs no more memory for a longer trail.
 * @param onProgress awaited every 2,000 events with how many sealed ones are checked, of how many; what it throws ends the check
 */
export async function verifyTrail(
  deps: Pick<Deps, 'db' | 'auditKey' | 'checkpoints' | 'checkpointCopy' | 'now'>,
  onProgress?: (checked: number, total: number) => Promise<void>,
): Promise<Verdict> {
  const { db } = deps;
  // The checkpoints first: whatever they know is in the chain that is read after them.
  const checkpoints = await deps.checkpoints.snapshot();
  const copies = deps.checkpointCopy ? [await deps.checkpointCopy.snapshot()] : [];
  const upTo = await repo.headSeq(db);
  let checked = 0;
  const onPage = async (rows: number) => {
    checked += rows;
    await onProgress?.(checked, Number(upTo));
  };
  const verdict = await verifyChain({
    mac: hmacOf(deps.auditKey),
    now: deps.now(),
    checkpoints,
    copies,
    seals: repo.streamSeals(db, upTo, onPage),
    countSeals: () => repo.countSeals(db, upTo),
    lostEvent: () => repo.findLostEvent(db),
    unsealed: repo.streamUnsealed(db, onPage),
  });
  return { ...verdict, broken: verdict.broken ?? guardBreak(await listGuards(db)) };
}
