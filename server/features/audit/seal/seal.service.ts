import type { Deps } from '#server/deps.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { isAsBorn } from './birth.rules.ts';
import {
  type Checkpoint,
  checkpointDue,
  checkpointLine,
  checkpointProblem,
  earliestBirths,
  firstBirths,
  readCheckpoint,
} from './checkpoints.rules.ts';
import { listGuards, ownsTrail } from './guards.repo.ts';
import { guardProblems } from './guards.rules.ts';
import { lossWatch } from './losses.service.ts';
import * as repo from './seal.repo.ts';
import { sealOf } from './seal.rules.ts';

const BATCH = 1_000;
const EVERY_MS = 1_000;
const WATCH_EVERY_MS = 60_000;
const LATE_MS = 60_000;
const OWNS_TRAIL =
  'the role of DATABASE_URL owns the audit trail and could switch off what protects it; set DATABASE_OWNER_URL (README, "A PostgreSQL of your own")';

type SealDeps = Pick<
  Deps,
  'transaction' | 'auditKey' | 'checkpoints' | 'checkpointCopy' | 'checkpointBucket' | 'log' | 'now'
>;
type Sealing = Omit<SealDeps, 'transaction'>;

/** The chain does not fit the key or the checkpoints. Further seals would hide the damage. */
export class SealingRefused extends Error {}

/** The newest line of the second place; null also when that cannot be reached, which the copying then reports. */
const lastCopied = ({ checkpointCopy }: Sealing) => checkpointCopy?.last().catch(() => null) ?? null;

/**
 * Brings the second place of the checkpoints up to date. Several machines may share it: it keeps the order of the seals, and gets
 * what is newer than its last line. When it cannot be reached, the sealing continues, and the next checkpoint copies what is missing.
 */
async function copyCheckpoint(deps: Sealing, added: { before: string | null; line: string }): Promise<void> {
  const { checkpoints, checkpointCopy: copy, log } = deps;
  if (!copy) return;
  const mac = hmacOf(deps.auditKey);
  const numberOf = (line: string | null) => BigInt((line !== null && readCheckpoint(mac, line)?.seq) || 0);
  try {
    const newest = numberOf(await copy.last());
    const known = numberOf(added.before) > newest ? await checkpoints.snapshot() : [added.line];
    const missing: string[] = [];
    for await (const line of known) if (numberOf(line) > newest) missing.push(line);
    // At once, because the lock of the sealing is held, and is lost with a connection that is silent for long.
    await copy.append(missing);
  } catch (error) {
    log.error({ err: error, file: copy.path }, 'AUDIT: the checkpoints could not be copied to their second place');
  }
}

/**
 * Seals one batch of the oldest waiting entries, unless another sealer is at work. No writer waits for it. When a checkpoint
 * is due, the function writes it first.
 * @param how.after the id behind which the batch begins
 * @returns where the next batch begins; null when no more entries wait. Throws SealingRefused when the chain does not fit the key or a checkpoint.
 */
async function sealBatch(
  { transaction, ...sealing }: SealDeps,
  how: { wait: boolean; checkpoint: boolean; after: string },
): Promise<string | null> {
  const mac = hmacOf(sealing.auditKey);
  return transaction(async (tx) => {
    if (!(await repo.takeSealingLock(tx, how.wait))) return null;
    const head = await repo.readHead(tx);
    const line = await sealing.checkpoints.last();
    const checkpoint = line === null ? null : readCheckpoint(mac, line);
    const known: (Checkpoint | null)[] = [];
    for (const newest of [line, await lastCopied(sealing), sealing.checkpointBucket?.newest() ?? null]) {
      const read = newest === null ? null : readCheckpoint(mac, newest);
      known.push(read);
      const refusal = checkpointProblem(mac, head, newest, read && (await repo.findSeal(tx, read.seq)));
      if (refusal) throw new SealingRefused(refusal);
    }

    // Only committed seals: a checkpoint must not name a seal that a crash rolls back.
    const now = sealing.now();
    const births = earliestBirths(known) ?? firstBirths(await repo.beganWithBirths(tx), now);
    const isNews = head !== null && head.seal.seq !== checkpoint?.seq;
    if (head && (checkpointDue(checkpoint, head.seal, now) || (how.checkpoint && isNews))) {
      const added = checkpointLine(mac, head.seal, now, births);
      await sealing.checkpoints.append([added]);
      await copyCheckpoint(sealing, { before: line, line: added });
      // The bucket may be away. The seals do not wait for it.
      void sealing.checkpointBucket?.copy(added);
      if (!checkpoint)
        sealing.log.info({ seal: head.seal.seq, file: sealing.checkpoints.path }, 'audit checkpoints begin');
    }
    const { entries, next } = await repo.listUnsealed(tx, how.after, BATCH);
    const unsealed = entries.filter((entry) => !entry.sealed);
    for (const entry of unsealed) {
      const isOurs = isAsBorn(mac, entry) || (entry.birth_mac === null && now.toISOString() <= births);
      // It is sealed all the same: what is sealed stays as it is, and every verification names it.
      if (!isOurs) sealing.log.error({ entry: entry.id }, 'AUDIT: an entry of the trail is not what the product wrote');
    }
    await repo.insertSeals(tx, sealOf(mac, head?.seal ?? null, unsealed, now), now);
    const ids = entries.map(({ id }) => id);
    if (ids.length) await repo.stopWaiting(tx, ids);
    return next;
  });
}

/**
 * Seals all entries that wait now. `last: true` is for the end of the process: the function then waits for another sealer
 * instead of leaving it the work, and writes a last checkpoint. Throws SealingRefused.
 */
export async function sealEntries(deps: SealDeps, options: { last?: boolean } = {}): Promise<void> {
  const last = options.last ?? false;
  const whole = { wait: last, checkpoint: false };
  for (let after: string | null = repo.LOWEST; after !== null; ) after = await sealBatch(deps, { ...whole, after });
  if (!last) return;
  await sealBatch(deps, { wait: true, checkpoint: true, after: repo.LOWEST });
  await deps.checkpointBucket?.finish();
}

/** How many entries are sealed, and the time of the oldest one that waits for its seal; null when none waits. */
export async function sealingState({ db }: Pick<Deps, 'db'>): Promise<{ sealed: number; waitingSince: Date | null }> {
  const waitingSince = await repo.oldestWaiting(db);
  return { sealed: Number(await repo.headSeq(db)), waitingSince };
}

/** The time of the oldest entry without a seal, when it has waited for more than a minute; null while the sealing keeps up. */
export async function lateSince({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Date | null> {
  const oldest = await repo.oldestWaiting(db);
  return oldest && now().getTime() - oldest.getTime() > LATE_MS ? oldest : null;
}

/**
 * Logs once when entries wait for their seals for too long, and once when they no longer do. It also finds what the sealer itself
 * cannot see: a connection that holds the lock of the sealing.
 */
export function lateWatch(deps: Pick<Deps, 'db' | 'now' | 'log'>): () => Promise<void> {
  let wasLate = false;
  return async () => {
    const since = await lateSince(deps);
    if (since && !wasLate)
      deps.log.error({ since }, 'AUDIT: events have waited for their seals for more than a minute');
    if (!since && wasLate) deps.log.info({}, 'no entry of the audit trail waits too long for its seal any more');
    wasLate = since !== null;
  };
}

export type Sealer = { stop(): Promise<void> };

/** Logs when the app's own role owns the trail. Logs each difference between the trail's guards and the migrations once. */
export function guardWatch(deps: Pick<Deps, 'db' | 'log'>): () => Promise<void> {
  let lastReported = '';
  let isFirst = true;
  return async () => {
    if (isFirst && (await ownsTrail(deps.db))) deps.log.warn({}, OWNS_TRAIL);
    isFirst = false;
    const problems = guardProblems(await listGuards(deps.db)).join('; ');
    if (problems && problems !== lastReported)
      deps.log.error({}, `AUDIT: the trail is not protected as it was: ${problems}`);
    lastReported = problems;
  };
}

/** Seals in the background every second. Every minute checks the trail's guards, and how long entries wait. `stop` seals the rest. */
export function startSealer(deps: SealDeps & Pick<Deps, 'db' | 'written'>): Sealer {
  let running: Promise<void> | undefined;
  let refused = false;
  let lastReported = '';
  const lookForLost = lossWatch(deps);
  const pass = async (last: boolean) => {
    try {
      await sealEntries(deps, { last });
      await lookForLost();
      if (lastReported) deps.log.info({}, 'entries of the audit trail are sealed again');
      lastReported = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      refused = error instanceof SealingRefused;
      if (refused) {
        deps.log.error(
          {},
          `AUDIT: ${message}. No event is sealed until this is resolved and the app restarted; npm run audit:verify says more`,
        );
      } else if (message !== lastReported) {
        deps.log.warn({ err: error }, 'entries of the audit trail could not be sealed; trying again');
      }
      lastReported = message;
    }
  };
  const tick = () => {
    if (refused || running) return;
    running = pass(false).finally(() => {
      running = undefined;
    });
  };
  const lookAtGuards = guardWatch(deps);
  const watch = () =>
    lookAtGuards().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the guards of the audit trail could not be read'),
    );
  const lookAtWaiting = lateWatch(deps);
  const watchWaiting = () =>
    lookAtWaiting().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the entries of the audit trail that wait for their seals could not be read'),
    );
  const timers = [
    setInterval(tick, EVERY_MS).unref(),
    setInterval(watch, WATCH_EVERY_MS).unref(),
    setInterval(watchWaiting, WATCH_EVERY_MS).unref(),
    // What could not be copied is tried again, and what other machines have copied is noticed.
    setInterval(() => void deps.checkpointBucket?.copy(), WATCH_EVERY_MS).unref(),
  ];
  void deps.checkpointBucket?.copy();
  tick();
  void watch();
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running;
      if (!refused) await pass(true);
    },
  };
}
