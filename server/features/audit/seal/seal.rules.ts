import type { breakKinds } from '#contract/audit-verdict.ts';

type Field = string | null;

/** A keyed hash over a label and fields. Different lists never give the same hash. */
export type Mac = (label: string, fields: readonly Field[]) => Buffer;

/** An entry exactly as the database holds it, every column as text; `at` in seconds with all six decimals. */
export type StoredEntry = {
  id: string;
  at: string;
  actor_id: Field;
  actor_name: string;
  actor_role: Field;
  action: string;
  entity: string;
  entity_id: Field;
  before: Field;
  after: Field;
  ip: string;
  user_agent: string;
  call_id: Field;
  /** Hexadecimal, like `birth_mac`. The following three are null in entries of earlier releases. */
  salt: Field;
  birth_mac: Field;
  /** JSON; null while no value of the entry is erased. */
  erased: Field;
};

export type Seal = {
  seq: string;
  event_id: string;
  /** Covers every column of the entry except its time. */
  content_mac: Buffer;
  /** Covers the entry's time alone, so that a changed date can be distinguished from changed content. */
  time_mac: Buffer;
  /** Covers the previous seal and all of this one. */
  hash: Buffer;
  sealed_at: string;
};

/** The predecessor of the first seal. */
export const GENESIS = Buffer.alloc(32);

/** A moment as PostgreSQL's extract(epoch from ...) writes it. */
export function epochText(at: Date): string {
  const size = Math.abs(at.getTime());
  const sign = at.getTime() < 0 ? '-' : '';
  return `${sign}${Math.floor(size / 1000)}.${String(size % 1000).padStart(3, '0')}000`;
}

/**
 * The columns from birth are no part of it: earlier releases on the same database compute it as well, while one takes the place of the
 * other. They prove themselves (decision 0041).
 */
export const contentMac = (mac: Mac, entry: StoredEntry): Buffer =>
  mac('content', [
    entry.id,
    entry.actor_id,
    entry.actor_name,
    entry.actor_role,
    entry.action,
    entry.entity,
    entry.entity_id,
    entry.before,
    entry.after,
    entry.ip,
    entry.user_agent,
  ]);

export const timeMac = (mac: Mac, entry: StoredEntry): Buffer => mac('time', [entry.id, entry.at]);

export const sealHash = (mac: Mac, previous: Buffer, seal: Omit<Seal, 'hash'>): Buffer =>
  mac('seal', [
    previous.toString('hex'),
    seal.seq,
    seal.event_id,
    seal.sealed_at,
    seal.content_mac.toString('hex'),
    seal.time_mac.toString('hex'),
  ]);

/** Seals entries in this order, on top of the head (null: the chain begins here). */
export function sealOf(mac: Mac, head: Seal | null, entries: readonly StoredEntry[], sealedAt: Date): Seal[] {
  const seals: Seal[] = [];
  let last = head;
  for (const entry of entries) {
    const seal = {
      seq: String(BigInt(last?.seq ?? 0) + 1n),
      event_id: entry.id,
      content_mac: contentMac(mac, entry),
      time_mac: timeMac(mac, entry),
      sealed_at: epochText(sealedAt),
    };
    last = { ...seal, hash: sealHash(mac, last?.hash ?? GENESIS, seal) };
    seals.push(last);
  }
  return seals;
}

export type BreakKind = (typeof breakKinds)[number];

/** The first place where the trail was damaged. */
export type Break = { kind: BreakKind; seq: string | null; event_id: string | null; message: string };
