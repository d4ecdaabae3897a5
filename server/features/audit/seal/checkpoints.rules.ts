import { isAhead } from '#server/lib/ahead.ts';
import { fitsContent } from './birth.rules.ts';
import { type Break, GENESIS, type Mac, type Seal, type StoredEntry, sealHash, timeMac } from './seal.rules.ts';

/** A line outside the database that states the newest seal of the chain at a time. */
export type Checkpoint = {
  seq: string;
  event_id: string;
  hash: string;
  at: string;
  /**
   * Entries that are sealed after this time count only with a birth; null in a line of an earlier release, whose entries have none.
   * ISO 8601, UTC.
   */
  born_from: string | null;
};

/** As long as instances of an earlier release may still write beside those of this one, in milliseconds. */
const ROLLOUT_MS = 24 * 3_600_000;

/** Earlier releases read the lines as well, so what is new has a hash of its own. */
const checkpointMac = (mac: Mac, { seq, event_id, hash, at }: Checkpoint) =>
  mac('checkpoint', [seq, event_id, hash, at]).toString('hex');
const birthLineMac = (mac: Mac, { seq, hash, at, born_from }: Checkpoint) =>
  mac('checkpoint of births', [seq, hash, at, born_from]).toString('hex');

/** The earliest of the times from which on entries need a birth; null when no checkpoint says one. */
export const earliestBirths = (known: readonly (Checkpoint | null)[]): string | null =>
  known.flatMap((checkpoint) => checkpoint?.born_from ?? []).sort()[0] ?? null;

/** From when on entries need a birth when no checkpoint says so yet: always, or when the rollout of this release ends. */
export const firstBirths = (beganWithBirths: boolean, now: Date): string =>
  new Date(beganWithBirths ? 0 : now.getTime() + ROLLOUT_MS).toISOString();

export function checkpointLine(mac: Mac, head: Seal, at: Date, born_from: string): string {
  const { seq, event_id, hash } = head;
  const checkpoint = { seq, event_id, hash: hash.toString('hex'), at: at.toISOString(), born_from };
  return JSON.stringify({
    ...checkpoint,
    mac: checkpointMac(mac, checkpoint),
    birth_mac: birthLineMac(mac, checkpoint),
  });
}

/** Reads a line as a checkpoint; null when the line was edited, or written with another key. */
export function readCheckpoint(mac: Mac, line: string): Checkpoint | null {
  try {
    const read = JSON.parse(line) as Omit<Checkpoint, 'born_from'> & {
      born_from?: string;
      mac: string;
      birth_mac?: string;
    };
    const { seq, event_id, hash, at, born_from = null } = read;
    const checkpoint = { seq, event_id, hash, at, born_from };
    if (checkpointMac(mac, checkpoint) !== read.mac) return null;
    return born_from === null || birthLineMac(mac, checkpoint) === read.birth_mac ? checkpoint : null;
  } catch {
    return null;
  }
}

export const agrees = (checkpoint: Checkpoint, seal: Seal): boolean =>
  checkpoint.hash === seal.hash.toString('hex') && checkpoint.event_id === seal.event_id;

const CHECKPOINT_SEALS = 1_000n;
const CHECKPOINT_MS = 60_000;

/** A checkpoint is due every 1,000 seals, and a minute after the last checkpoint when there are new seals. */
export function checkpointDue(last: Checkpoint | null, head: Seal, now: Date): boolean {
  if (!last) return true;
  const since = BigInt(head.seq) - BigInt(last.seq);
  if (since >= CHECKPOINT_SEALS) return true;
  const at = new Date(last.at);
  return since > 0n && (now.getTime() - at.getTime() >= CHECKPOINT_MS || isAhead(at, now));
}

/** The newest seal, the entry it covers and the hash of the seal before. The next seal builds on it. */
export type Head = { seal: Seal; entry: StoredEntry | null; previous: Buffer | null };

/**
 * Why no entry may be sealed on top of this chain with this key; null when entries may be sealed.
 * @param lastLine the newest checkpoint as written; `known` is the current seal with its number
 */
export function checkpointProblem(
  mac: Mac,
  head: Head | null,
  lastLine: string | null,
  known: Seal | null,
): string | null {
  if (head) {
    const { seal, entry, previous } = head;
    const fits = (made: Buffer, kept: Buffer) => made.equals(kept);
    if (!fits(sealHash(mac, previous ?? GENESIS, seal), seal.hash)) {
      return 'the audit key does not fit the newest seal: the key is not the one the trail was begun with, or the seal was altered';
    }
    if (!entry || !fitsContent(mac, entry, seal) || !fits(timeMac(mac, entry), seal.time_mac)) {
      return `the newest sealed event (${seal.event_id}) was altered or removed`;
    }
  }
  if (lastLine === null) return null;
  const checkpoint = readCheckpoint(mac, lastLine);
  if (!checkpoint) return 'the newest checkpoint was edited, or written with another key';
  if (known?.seq !== checkpoint.seq || !agrees(checkpoint, known)) {
    return `the checkpoint of ${checkpoint.at} knows seal ${checkpoint.seq}, which the database does not hold any more`;
  }
  return null;
}

/**
 * Compares the checkpoints with the chain. Both are read in the order of the seals.
 * @param isShared whether they are those of the second place. What several machines add there may be out of order: a line of an
 *   earlier seal than the line before it counts for nothing
 */
export function checkpointReader(mac: Mac, lines: AsyncIterable<string>, isShared = false) {
  const place = isShared ? ' in the second place' : '';
  const iterator = lines[Symbol.asyncIterator]();
  let line = 0;
  let births: string | null = null;
  let next: Promise<Checkpoint | 'edited' | null> | undefined;
  const peek = () => {
    next ??= iterator.next().then((result) => {
      if (result.done) return null;
      line += 1;
      const checkpoint = readCheckpoint(mac, result.value);
      if (checkpoint) births = checkpoint.born_from;
      return checkpoint ?? 'edited';
    });
    return next;
  };
  const edited = (): Break => ({
    kind: 'checkpoint_altered',
    seq: null,
    event_id: null,
    message: `Line ${line} of the checkpoints${place} was edited, or written with another key.`,
  });
  const reader = {
    count: 0,
    first: null as string | null,
    /** Whether the first line is a checkpoint that was written with this key. */
    fits: async () => typeof (await peek()) === 'object' && (await peek()) !== null,
    /**
     * From when on entries need a birth, as the line says that covers the next seal, or the last one; null when an earlier release wrote it,
     * or there is none.
     */
    births: async () => {
      await peek();
      return births;
    },
    /** Compares a seal with its checkpoints. `covered`: the seal has a checkpoint. */
    async pass(seal: Seal): Promise<{ broken: Break | null; covered: boolean }> {
      let covered = false;
      for (;;) {
        const checkpoint = await peek();
        if (checkpoint === 'edited') return { broken: edited(), covered };
        if (checkpoint === null || BigInt(checkpoint.seq) > BigInt(seal.seq)) return { broken: null, covered };
        if (checkpoint.seq !== seal.seq) {
          if (!isShared) return { broken: edited(), covered };
          next = undefined;
          continue;
        }
        if (!agrees(checkpoint, seal)) {
          const message = `Seal ${seal.seq} is not the one that the checkpoint of ${checkpoint.at}${place} knows.`;
          return { broken: { kind: 'checkpoint_mismatch', seq: seal.seq, event_id: seal.event_id, message }, covered };
        }
        covered = true;
        reader.count += 1;
        reader.first ??= seal.seq;
        next = undefined;
      }
    },
    /** Called at the end of the chain: reports a checkpoint that the chain has not reached. */
    async end(last: string): Promise<Break | null> {
      let checkpoint = await peek();
      while (isShared && typeof checkpoint === 'object' && checkpoint && BigInt(checkpoint.seq) <= BigInt(last)) {
        next = undefined;
        checkpoint = await peek();
      }
      if (checkpoint === null) return null;
      if (checkpoint === 'edited') return edited();
      const message = `The end was cut off: the chain ends with seal ${last}, and the checkpoint of ${checkpoint.at}${place} knows seal ${checkpoint.seq}.`;
      return { kind: 'checkpoint_mismatch', seq: checkpoint.seq, event_id: checkpoint.event_id, message };
    },
    close: () => iterator.return?.(),
  };
  return reader;
}
