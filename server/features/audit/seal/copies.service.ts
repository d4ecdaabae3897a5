import type { Config } from '#server/config.ts';
import { keyMark } from '#server/lib/key-file.ts';
import type { LineFile } from '#server/lib/line-file.ts';
import type { Log } from '#server/lib/log.ts';
import { type BucketLines, openBucketLines } from '#server/lib/s3-lines.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { readCheckpoint } from './checkpoints.rules.ts';

/** The checkpoints of all machines in the bucket of the files: the second place of an installation without AUDIT_CHECKPOINT_COPY. */
export type CheckpointBucket = {
  /** The newest checkpoint in the bucket that this process knows of; null when it knows none. Never waits. */
  newest(): string | null;
  /**
   * Copies this machine's missing checkpoints to the bucket, and reads those of other machines. While the bucket is
   * unreachable, one error is logged, and a later call copies everything.
   * @param line a checkpoint that the local file has since now
   */
  copy(line?: string): Promise<void>;
  /** Copies the remaining checkpoints at the end of the process. If the bucket is unreachable, a later process copies them. */
  finish(): Promise<void>;
  /** @throws Error that says why the bucket cannot be read */
  snapshot(): Promise<AsyncIterable<string>>;
};

const reasonOf = (error: unknown) => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

/** Reads from the bucket, and explains in the trail's terms when it is unreachable. */
async function readable({ snapshot, place }: BucketLines): Promise<AsyncIterable<string>> {
  const explained = (error: unknown) =>
    new Error(`the checkpoints in ${place} cannot be read: ${reasonOf(error)}`, { cause: error });
  const lines = await snapshot().catch((error: unknown) => {
    throw explained(error);
  });
  return (async function* () {
    try {
      yield* lines;
    } catch (error) {
      throw explained(error);
    }
  })();
}

/** The folder of a trail's checkpoints in a bucket. It belongs to the key, because checkpoints of another key prove nothing. */
export const checkpointFolder = (auditKey: Buffer): string => `checkpoints/${keyMark(auditKey).slice(0, 16)}/`;

/**
 * The checkpoints in the bucket of the settings. Null when there is no bucket, or AUDIT_CHECKPOINT_COPY names another second place.
 */
export async function openCheckpointBucket(
  { bucket, auditCheckpointCopy, patience }: Pick<Config, 'bucket' | 'auditCheckpointCopy' | 'patience'>,
  { auditKey, checkpoints, log }: { auditKey: Buffer; checkpoints: LineFile; log: Pick<Log, 'info' | 'error'> },
): Promise<CheckpointBucket | null> {
  if (!bucket || auditCheckpointCopy) return null;
  const lines = await openBucketLines(bucket, checkpointFolder(auditKey), { silenceMs: patience.storeMs });
  const mac = hmacOf(auditKey);
  const numberOf = (line: string) => {
    const checkpoint = readCheckpoint(mac, line);
    return checkpoint && BigInt(checkpoint.seq);
  };
  /** Checkpoints of this process that may be missing from the bucket. */
  const waiting: string[] = [];
  let isCompared = false;
  let isAway = false;
  let newest: string | null = null;

  const put = async (line: string) => {
    const number = numberOf(line);
    if (number !== null) await lines.put(number, line);
  };
  /** Copies what an earlier process of this machine could not. Both are read once, in the order of the seals. */
  async function compare(): Promise<void> {
    const there = (await lines.snapshot())[Symbol.asyncIterator]();
    let next = await there.next();
    for await (const line of await checkpoints.snapshot()) {
      const number = numberOf(line) ?? 0n;
      while (!next.done && (numberOf(next.value) ?? 0n) < number) next = await there.next();
      if (next.done || numberOf(next.value) !== number) await put(line);
    }
    await there.return?.();
    isCompared = true;
  }
  async function pass(): Promise<void> {
    try {
      if (!isCompared) await compare();
      for (let line = waiting[0]; line !== undefined; line = waiting[0]) {
        await put(line);
        waiting.shift();
      }
      newest = await lines.newest();
      if (isAway) log.info({ place: lines.place }, 'the checkpoints of the audit trail are copied to the bucket again');
      isAway = false;
    } catch (error) {
      const fields = { reason: reasonOf(error), place: lines.place };
      if (!isAway) log.error(fields, 'AUDIT: the checkpoints could not be copied to their second place');
      isAway = true;
    }
  }

  let running: Promise<void> = Promise.resolve();
  let following: Promise<void> | undefined;
  /** Runs one pass at a time. Any number of calls during a pass cause one more. */
  function copy(line?: string): Promise<void> {
    if (line !== undefined) waiting.push(line);
    following ??= running.then(() => {
      following = undefined;
      running = pass();
      return running;
    });
    return following;
  }
  return {
    newest: () => newest,
    copy,
    async finish() {
      await (following ?? running);
      if (!isAway) await copy();
    },
    snapshot: () => readable(lines),
  };
}
