import { type RawBuilder, sql } from 'kysely';
import { advisoryLocks } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Seal, StoredEntry } from './seal.rules.ts';

/** Every column as PostgreSQL writes it, times to the microsecond, so that no conversion hides a change. */
export const ENTRY = sql`e.id::text as id, extract(epoch from e.at)::text as at, e.actor_id::text as actor_id, e.actor_name,
  e.actor_role::text as actor_role, e.action, e.entity, e.entity_id, e.before::text as before, e.after::text as after,
  e.ip, e.user_agent, e.call_id, encode(e.salt, 'hex') as salt, encode(e.birth_mac, 'hex') as birth_mac, e.erased::text as erased`;
const SEAL = sql`s.seq::text as seq, s.event_id::text as event_id, s.content_mac, s.time_mac, s.hash,
  extract(epoch from s.sealed_at)::text as sealed_at`;

/** The entry of each row, always by index: `offset 0` prevents the planner from joining whole tables. */
const entryOf = (id: RawBuilder<unknown>) => sql`lateral (select * from audit_events where id = ${id} offset 0)`;
const sealOfEntry = (id: RawBuilder<unknown>) =>
  sql`lateral (select seq from audit_seals where event_id = ${id} offset 0)`;

/** Lower than every id. */
export const LOWEST = '-9223372036854775808';

type Nullable<T> = { [K in keyof T]: T[K] | null };
type Joined = Seal & Nullable<StoredEntry>;

function split(row: Joined): { seal: Seal; entry: StoredEntry | null } {
  const { seq, event_id, content_mac, time_mac, hash, sealed_at, ...entry } = row;
  const seal = { seq, event_id, content_mac, time_mac, hash, sealed_at };
  // The entry's columns come from one row, so they are all present when its id is.
  return { seal, entry: entry.id === null ? null : (entry as StoredEntry) };
}

/** Becomes the only sealer until this transaction ends; false when another sealer is at work and `wait` is false. */
export async function takeSealingLock(tx: Tx, wait: boolean): Promise<boolean> {
  if (wait) {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.sealing})`.execute(tx);
    return true;
  }
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.sealing}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

/** The newest seal with its entry and the hash of the seal before. */
export async function readHead(db: Database) {
  const { rows } = await sql<Joined>`
    select ${SEAL}, ${ENTRY}
    from (select * from audit_seals order by seq desc limit 2) s
    left join ${entryOf(sql`s.event_id`)} e on true
    order by s.seq desc`.execute(db);
  const [newest, before] = rows;
  return newest ? { ...split(newest), previous: before?.hash ?? null } : null;
}

export async function findSeal(db: Database, seq: string): Promise<Seal | null> {
  const { rows } = await sql<Seal>`select ${SEAL} from audit_seals s where s.seq = ${seq}::bigint`.execute(db);
  return rows[0] ?? null;
}

type Waiting = Nullable<StoredEntry> & { waiting: string; sealed: boolean };

/**
 * The query for the entries without a seal, oldest first; exported for the test of its plan. It takes the ids first: with
 * statistics from before a backlog, the planner would read every waiting entry to sort them.
 */
export const unsealedQuery = (after: string, limit: number) => sql<Waiting>`
  select u.event_id::text as waiting, ${ENTRY}, s.seq is not null as sealed
  from (select event_id from audit_unsealed where event_id > ${after}::bigint order by event_id limit ${limit}) u
  left join ${entryOf(sql`u.event_id`)} e on true
  left join ${sealOfEntry(sql`u.event_id`)} s on true
  order by u.event_id`;

/**
 * A page of the waiting list behind an id, without the entries that were deleted.
 * @returns the entries, and where the next page begins; null after the last page
 */
export async function listUnsealed(db: Database, after: string, limit: number) {
  const { rows } = await unsealedQuery(after, limit).execute(db);
  const entries = rows.filter((row): row is StoredEntry & Waiting => row.id !== null);
  return { entries, next: rows.length === limit ? (rows.at(-1)?.waiting ?? null) : null };
}

/** Few, but more than one: an entry that was deleted while it waited stays on the list. */
const OLDEST = 100;

/** The time of the oldest entry that waits for its seal; null when none waits. */
export async function oldestWaiting(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(e.at) as at
    from (select event_id from audit_unsealed order by event_id limit ${OLDEST}) u
    join ${entryOf(sql`u.event_id`)} e on true`.execute(db);
  return rows[0]?.at ?? null;
}

/** Adds seals, all with the same time. */
export async function insertSeals(tx: Tx, seals: readonly Seal[], sealedAt: Date): Promise<void> {
  if (!seals.length) return;
  await tx
    .insertInto('audit_seals')
    .values(
      seals.map(({ seq, event_id, content_mac, time_mac, hash }) => {
        return { seq, event_id, content_mac, time_mac, hash, sealed_at: sealedAt };
      }),
    )
    .execute();
}

/** Takes entries off the waiting list. */
export async function stopWaiting(tx: Tx, entryIds: readonly string[]): Promise<void> {
  await sql`delete from audit_unsealed where event_id = any(${[...entryIds]}::bigint[])`.execute(tx);
}

/** Whether the first entry that was sealed has a birth: no earlier release has ever written to this trail. */
export async function beganWithBirths(db: Database): Promise<boolean> {
  const first = db.selectFrom('audit_seals').innerJoin('audit_events', 'audit_events.id', 'audit_seals.event_id');
  const row = await first.select('birth_mac').where('seq', '=', '1').executeTakeFirst();
  return (row?.birth_mac ?? null) !== null;
}

/** Whether the trail has any seal. */
export const hasSeals = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('audit_seals').select('seq').limit(1).executeTakeFirst()) !== undefined;

export async function headSeq(db: Database): Promise<string> {
  const { rows } = await sql<{ seq: string }>`select coalesce(max(seq), 0)::text as seq from audit_seals`.execute(db);
  return rows[0]?.seq ?? '0';
}

/** Few enough that the process answers other calls between two pages without a noticeable wait. */
const PAGE = 500;

/** The query for a page of the chain; exported for the test of its plan. */
export const sealsQuery = (after: string, upTo: string, limit: number) => sql<Joined>`
  select ${SEAL}, ${ENTRY}
  from (
    select * from audit_seals where seq > ${after}::bigint and seq <= ${upTo}::bigint order by seq limit ${limit}
  ) s
  left join ${entryOf(sql`s.event_id`)} e on true
  order by s.seq`;

/** The ids of entries with the time of these that have the birth of another one. A birth covers the time, so a copy has it as well. */
async function listCopies(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select max(id)::text as id from audit_events
    where at = any(array(select distinct at from audit_events where id = any(${[...ids]}::bigint[]))) and birth_mac is not null
    group by at, birth_mac having count(*) > 1`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Awaited after each page of a stream, with the number of its rows. What it throws ends the stream. */
export type PageWatch = (rows: number) => void | Promise<void>;

/** The chain up to a seal, in order, each seal with the current entry. Reads a page at a time. */
export async function* streamSeals(db: Database, upTo: string, onPage?: PageWatch) {
  let after = LOWEST;
  for (;;) {
    const { rows } = await sealsQuery(after, upTo, PAGE).execute(db);
    const copies = await listCopies(
      db,
      rows.map(({ event_id }) => event_id),
    );
    for (const row of rows) yield { ...split(row), isCopy: copies.has(row.event_id) };
    await onPage?.(rows.length);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.seq;
  }
}

/** Counts all seals up to a given one, including those that reading in order does not reach. */
export async function countSeals(db: Database, upTo: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_seals where seq <= ${upTo}::bigint or seq is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The id of an entry that is on the waiting list but was deleted; null when there is none. */
export async function findLostEntry(db: Database): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select u.event_id::text as id from audit_unsealed u
    left join ${entryOf(sql`u.event_id`)} e on true
    where e.id is null order by u.event_id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

export type Fate = { id: string; is_kept: boolean; is_sealed: boolean };

/** What became of entries: whether they are there with these births (hexadecimal), have seals. */
export async function listFates(
  db: Database,
  written: readonly (readonly [id: string, birth: string])[],
): Promise<Fate[]> {
  const ids = written.map(([id]) => id);
  const births = written.map(([, birth]) => birth);
  const { rows } = await sql<Fate>`
    select w.id::text as id, e.birth_mac is not distinct from decode(w.birth, 'hex') as is_kept,
      exists (select from audit_seals s where s.event_id = w.id) as is_sealed
    from unnest(${ids}::bigint[], ${births}::text[]) w (id, birth)
    left join ${entryOf(sql`w.id`)} e on true`.execute(db);
  return rows;
}

type UnsealedPage = { last: string | null; unsealed: { id: string; at: string; waiting: boolean }[] };

/** Every entry without a seal, and whether it waits for one. Reads all entries, a page at a time. */
export async function* streamUnsealed(db: Database, onPage?: PageWatch) {
  let after = LOWEST;
  for (;;) {
    const { rows } = await sql<UnsealedPage>`
      with page as materialized (
        select id, at from audit_events where id > ${after}::bigint order by id limit ${PAGE}
      )
      select max(p.id)::text as last, coalesce(json_agg(json_build_object(
        'id', p.id::text,
        'at', extract(epoch from p.at)::text,
        'waiting', exists (select from audit_unsealed u where u.event_id = p.id)
      ) order by p.id) filter (where s.seq is null), '[]') as unsealed
      from page p left join ${sealOfEntry(sql`p.id`)} s on true`.execute(db);
    const page = rows[0];
    if (!page?.last) return;
    yield* page.unsealed;
    await onPage?.(0);
    after = page.last;
  }
}
