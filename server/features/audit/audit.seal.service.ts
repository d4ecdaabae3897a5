import type { Deps } from '#server/deps.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { checkpointDue, checkpointLine, misfit, readCheckpoint } from './audit.checkpoints.rules.ts';
import { sealOf } from './audit.rules.ts';
import * as repo from './audit.seal.repo.ts';

const BATCH = 1_000;
const EVERY_MS = 1_000;

type SealDeps = Pick<Deps, 'db' | 'auditKey' | 'checkpoints' | 'log' | 'now'>;

/** The chain does not fit the key or the checkpoints: sealing on would hide it. */
export class SealingRefused extends Error {}

/**
 * Seals the oldest waiting events, one batch, unless another sealer is at work: writers wait for nothing here. First
 * writes down how far the chain had come, when that is due.
 * @returns whether more may be waiting. Throws SealingRefused when the chain may not be built on.
 */
async function sealBatch(deps: SealDeps, how: { wait: boolean; checkpoint: boolean }): Promise<boolean> {
  const mac = hmacOf(deps.auditKey);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await repo.takeSealingLock(tx, how.wait))) return false;
    const head = await repo.readHead(tx);
    const line = await deps.checkpoints.last();
    const checkpoint = line === null ? null : readCheckpoint(mac, line);
    const known = checkpoint && (await repo.findSeal(tx, checkpoint.seq));
    const refusal = misfit(mac, head, line, known);
    if (refusal) throw new SealingRefused(refusal);

    // Only what is committed: a checkpoint must not know a seal that a crash takes back.
    const now = deps.now();
    const isNews = head !== null && head.seal.seq !== checkpoint?.seq;
    if (head && (checkpointDue(checkpoint, head.seal, now) || (how.checkpoint && isNews))) {
      await deps.checkpoints.append(checkpointLine(mac, head.seal, now));
      if (!checkpoint) deps.log.info({ seal: head.seal.seq, file: deps.checkpoints.path }, 'audit checkpoints begin');
    }
    const rows = await repo.listUnsealed(tx, BATCH);
    const unsealed = rows.filter((row) => !row.sealed);
    await repo.insertSeals(tx, sealOf(mac, head?.seal ?? null, unsealed, now), now);
    const ids = rows.map((row) => row.id);
    if (ids.length) await repo.stopWaiting(tx, ids);
    return rows.length === BATCH;
  });
}

/**
 * Seals all that waits now. `last: true` is for the end of the process: waits for another sealer to finish instead of
 * leaving it the work, and writes a last checkpoint. Throws SealingRefused.
 */
export async function sealEvents(deps: SealDeps, options: { last?: boolean } = {}): Promise<void> {
  const last = options.last ?? false;
  while (await sealBatch(deps, { wait: last, checkpoint: false }));
  if (last) await sealBatch(deps, { wait: true, checkpoint: true });
}

export type Sealer = { stop(): Promise<void> };

/** Seals in the background, every second. `stop` seals the rest; call it while the database is still open. */
export function startSealer(deps: SealDeps): Sealer {
  let running: Promise<void> | undefined;
  let refused = false;
  let told = '';
  const pass = async (last: boolean) => {
    try {
      await sealEvents(deps, { last });
      if (told) deps.log.info({}, 'audit events are sealed again');
      told = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      refused = error instanceof SealingRefused;
      if (refused) {
        deps.log.error(
          {},
          `AUDIT: ${message}. No event is sealed until this is resolved and the app started anew; npm run audit:verify says more`,
        );
      } else if (message !== told) {
        deps.log.warn({ err: error }, 'audit events could not be sealed; trying again');
      }
      told = message;
    }
  };
  const tick = () => {
    if (refused || running) return;
    running = pass(false).finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(tick, EVERY_MS);
  timer.unref();
  tick();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      if (!refused) await pass(true);
    },
  };
}
