import type { Deps } from '#server/deps.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { listGuards } from '../seal/guards.repo.ts';
import { guardBreak } from '../seal/guards.rules.ts';
import * as repo from '../seal/seal.repo.ts';
import { type Verdict, verifyChain } from './verify.rules.ts';

/**
 * Verifies the whole trail (threats T59, audit): reports the first damage or how much is intact, then whether the guards in
 * the database are those of the migrations. Changes nothing, and may run beside the sealer. Reads page by page, so a longer
 * trail needs no more memory.
 * @param onProgress awaited after every page of entries: how many sealed entries are checked, and how many there are. An error that
 * it throws ends the verification.
 */
export async function verifyTrail(
  deps: Pick<Deps, 'db' | 'auditKey' | 'checkpoints' | 'checkpointCopy' | 'checkpointBucket' | 'now'>,
  onProgress?: (checked: number, total: number) => Promise<void>,
): Promise<Verdict & { second_place: boolean }> {
  const { db } = deps;
  // The checkpoints are read first, so that the chain read afterwards contains every seal they name.
  const checkpoints = await deps.checkpoints.snapshot();
  const second = deps.checkpointCopy ?? deps.checkpointBucket;
  const copies = second ? [await second.snapshot()] : [];
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
    lostEntry: () => repo.findLostEntry(db),
    unsealed: repo.streamUnsealed(db, onPage),
  });
  const broken = verdict.broken ?? guardBreak(await listGuards(db));
  return { ...verdict, broken, second_place: second !== null };
}
