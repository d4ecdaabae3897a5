import { events } from '#contract/events.ts';
import { fitsContent, isAsBorn } from '../seal/birth.rules.ts';
import { checkpointReader } from '../seal/checkpoints.rules.ts';
import {
  type Break,
  type BreakKind,
  contentMac,
  GENESIS,
  type Mac,
  type Seal,
  type StoredEntry,
  sealHash,
  timeMac,
} from '../seal/seal.rules.ts';

const lostEntries = events['audit.entries_lost'].payload;

/** `isCopy`: another entry has the birth of this one. */
export type SealedRow = { seal: Seal; entry: StoredEntry | null; isCopy: boolean };
export type Unsealed = { id: string; at: string; waiting: boolean };

/** The data that the verification compares. Each stream is read once, in order. */
export type Evidence = {
  mac: Mac;
  now: Date;
  checkpoints: AsyncIterable<string>;
  /** The copies of the checkpoints in second places. A copy may begin later, and may lag. */
  copies: readonly AsyncIterable<string>[];
  seals: AsyncIterable<SealedRow>;
  /** The number of seals up to the end of `seals`. Read last. */
  countSeals(): Promise<number>;
  /** The id of a missing entry that waited for its seal; null when there is none. Read last. */
  lostEntry(): Promise<string | null>;
  unsealed: AsyncIterable<Unsealed>;
};

export type Verdict = {
  /** Null when the evidence shows no change. */
  broken: Break | null;
  /** The number of intact sealed entries, from the first one on, and the times of the first and the last of them. */
  sealed: number;
  since: string | null;
  until: string | null;
  /** The number of the last sealed entry that holds. */
  last_event: string | null;
  /** The longest time in milliseconds between a sealed entry that holds and its seal. */
  longest_wait: number;
  /** The number of entries so new that they have no seal yet. */
  waiting: number;
  checkpoints: number;
  /** The seal of the first checkpoint. Before it, no checkpoint reveals that the end was cut off. */
  checkpointed_from: string | null;
};

const LOOK_AHEAD = 1_000;
const LATE_MS = 60_000;
/** A minute between checkpoints, and a minute more for a slow machine. */
const UNCOVERED_MS = 120_000;

const millis = (epoch: string) => Number(epoch) * 1000;
const iso = (epoch: string) => (Math.abs(millis(epoch)) <= 8.64e15 ? new Date(millis(epoch)).toISOString() : epoch);

/** How a row differs from its seal, without regard to its neighbours. */
function differences(mac: Mac, previous: Buffer, { seal, entry }: SealedRow) {
  return {
    content: !entry || !fitsContent(mac, entry, seal),
    time: !entry || !timeMac(mac, entry).equals(seal.time_mac),
    hash: !sealHash(mac, previous, seal).equals(seal.hash),
  };
}

/** Whether a later row holds the entry that belongs in this place. */
function displacedBy(mac: Mac, previous: Buffer, row: SealedRow, later: SealedRow): boolean {
  const { seal } = row;
  const moved = { ...later.seal, seq: seal.seq };
  if (sealHash(mac, previous, moved).equals(moved.hash)) return true;
  if (!later.entry) return false;
  const entries = [later.entry, { ...later.entry, id: seal.event_id }];
  return entries.some((entry) => contentMac(mac, entry).equals(seal.content_mac));
}

async function judge(
  mac: Mac,
  previous: Buffer,
  expected: string,
  row: SealedRow,
  { births, ahead }: { births: string | null; ahead: () => Promise<SealedRow[]> },
): Promise<Break | null> {
  const { seal, entry } = row;
  const broken = (kind: BreakKind, message: string): Break => ({
    kind,
    seq: expected,
    event_id: seal.event_id,
    message,
  });
  if (seal.seq !== expected) {
    return Number(seal.seq) > Number(expected)
      ? { ...broken('missing_seal', `Seal ${expected} is missing.`), event_id: null }
      : broken('reordered', `Seal ${seal.seq} stands where seal ${expected} belongs.`);
  }
  if (!entry) return broken('removed', `Entry ${seal.event_id} was removed.`);
  const differs = differences(mac, previous, row);
  if (!differs.content && !differs.time && !differs.hash) {
    const needsBirth = births !== null && millis(seal.sealed_at) > Date.parse(births);
    if (entry.birth_mac === null && needsBirth)
      return broken('forged', `Entry ${entry.id} was not written by the product.`);
    if (entry.birth_mac === null) return null;
    if (!isAsBorn(mac, entry)) return broken('altered', `Entry ${entry.id} is not as the product wrote it.`);
    return row.isCopy ? broken('forged', `Entry ${entry.id} is a copy of another one.`) : null;
  }
  if (differs.content || differs.hash) {
    const later = await ahead();
    if (later.some((other) => displacedBy(mac, previous, row, other))) {
      return broken('reordered', `Entry ${entry.id} stands in the place of another one.`);
    }
  }
  if (differs.content) return broken('altered', `Entry ${entry.id} was altered.`);
  if (differs.time)
    return broken('redated', `The time of entry ${entry.id} was altered; it now says ${iso(entry.at)}.`);
  return broken(
    'broken_seal',
    `Seal ${seal.seq} does not follow from the one before: it was altered or re-dated, or what stood before it was removed.`,
  );
}

async function take(rows: AsyncIterator<SealedRow>, most: number): Promise<SealedRow[]> {
  const taken: SealedRow[] = [];
  while (taken.length < most) {
    const next = await rows.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** The id of an entry that this one says was removed before it was sealed; null when it says nothing of the kind. */
function lostBefore({ action, after }: StoredEntry): string | null {
  if (action !== events['audit.entries_lost'].action || after === null) return null;
  return lostEntries.safeParse(JSON.parse(after)).data?.entries[0] ?? null;
}

/** The damage that an intact chain can still hide: uncounted seals, and entries that were never sealed. */
async function looseEnds(
  evidence: Evidence,
  sealed: number,
  found: string | null,
): Promise<{ broken: Break | null; waiting: number }> {
  let waiting = 0;
  const broken = (kind: BreakKind, event_id: string | null, message: string) => ({
    broken: { kind, seq: null, event_id, message },
    waiting,
  });
  const counted = await evidence.countSeals();
  if (counted !== sealed) return broken('broken_seal', null, `There are ${counted - sealed} seals outside the chain.`);
  const lost = found ?? (await evidence.lostEntry());
  if (lost !== null) return broken('removed', lost, `Entry ${lost} was removed before it was sealed.`);
  for await (const entry of evidence.unsealed) {
    if (!entry.waiting) return broken('unsealed', entry.id, `Entry ${entry.id} has no seal and waits for none.`);
    if (evidence.now.getTime() - millis(entry.at) > LATE_MS) {
      return broken('unsealed', entry.id, `Entry ${entry.id} of ${iso(entry.at)} is not sealed. Is the app running?`);
    }
    waiting += 1;
  }
  return { broken: null, waiting };
}

/**
 * Compares the whole trail with its seals and checkpoints (threats, audit), and reports the first damage or how much is
 * intact. Reads each stream once; its memory does not grow with the trail.
 */
export async function verifyChain(evidence: Evidence): Promise<Verdict> {
  const { mac, now } = evidence;
  const rows = evidence.seals[Symbol.asyncIterator]();
  const checkpoints = checkpointReader(mac, evidence.checkpoints);
  const readers = [checkpoints, ...evidence.copies.map((lines) => checkpointReader(mac, lines, true))];
  const holds = {
    sealed: 0,
    since: null as string | null,
    until: null as string | null,
    last_event: null as string | null,
    longest_wait: 0,
  };
  const verdict = (broken: Break | null, waiting = 0): Verdict => {
    return { broken, ...holds, waiting, checkpoints: checkpoints.count, checkpointed_from: checkpoints.first };
  };
  let previous: Buffer = GENESIS;
  let lost: string | null = null;
  let uncovered = null as { from: string; to: string } | null;
  try {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      const row = next.value;
      const { seal, entry } = row;
      if (holds.sealed === 0) {
        const { content, time, hash } = differences(mac, previous, row);
        if (content && time && hash && !(await checkpoints.fits())) return verdict(wrongKey(seal));
      }
      const births = await checkpoints.births();
      const ahead = () => take(rows, LOOK_AHEAD);
      const broken = await judge(mac, previous, String(holds.sealed + 1), row, { births, ahead });
      if (broken) return verdict(broken);
      let isCovered = false;
      for (const reader of readers) {
        const passed = await reader.pass(seal);
        if (passed.broken) return verdict(passed.broken);
        isCovered ||= passed.covered;
      }
      uncovered = isCovered ? null : { from: uncovered?.from ?? seal.sealed_at, to: seal.sealed_at };
      previous = seal.hash;
      holds.sealed += 1;
      if (entry) lost ??= lostBefore(entry);
      holds.until = entry && iso(entry.at);
      holds.since ??= holds.until;
      holds.last_event = seal.event_id;
      const wait = entry ? Math.ceil(millis(seal.sealed_at) - millis(entry.at)) : 0;
      holds.longest_wait = Math.max(holds.longest_wait, wait);
    }
    for (const reader of readers) {
      const cut = await reader.end(String(holds.sealed));
      if (cut) return verdict(cut);
    }
    // The sealers never work for two minutes without a checkpoint, so lines are missing. Those of another machine are in the second place.
    const until = readers.every(({ count }) => count === 0) ? now.getTime() : millis(uncovered?.to ?? '0');
    if (uncovered && until - millis(uncovered.from) > UNCOVERED_MS) return verdict(noCheckpoint(uncovered.from));
    const ends = await looseEnds(evidence, holds.sealed, lost);
    return verdict(ends.broken, ends.waiting);
  } finally {
    await rows.return?.();
    for (const reader of readers) await reader.close();
  }
}

const wrongKey = (seal: Seal): Break => ({
  kind: 'wrong_key',
  seq: seal.seq,
  event_id: seal.event_id,
  message: 'The audit key is not the one this trail was sealed with. Restore audit.key, or set AUDIT_KEY.',
});

const noCheckpoint = (since: string): Break => ({
  kind: 'checkpoint_missing',
  seq: null,
  event_id: null,
  message: `Nothing sealed since ${iso(since)} has a checkpoint: the file of checkpoints was cut or removed.`,
});
