import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type AuditEntry, addEntries } from '../features/audit/trail/trail.reactions.ts';
import type { Verdict } from '../features/audit/verify/verify.rules.ts';
import { verifyTrail } from '../features/audit/verify/verify.service.ts';
import type { TestApp } from './test-app.ts';

const visitor = { kind: 'visitor', ip: '203.0.113.7', userAgent: 'a test' } as const;

const change: AuditEntry = {
  action: 'users.update',
  entity: 'user',
  entity_id: 7,
  before: { phone: '(407) 555-0100' },
  after: { phone: '(407) 555-0199' },
};

/** Adds one event to the trail, in this transaction. */
export const anEventIn = (tx: Tx, test: TestApp, fields: Partial<AuditEntry> = {}): Promise<void> =>
  addEntries(test.deps, tx, visitor, [{ ...change, ...fields }]);

/** Adds one event to the trail, in a transaction of its own. */
export const anEvent = (test: TestApp, fields: Partial<AuditEntry> = {}): Promise<void> =>
  test.deps.transaction((tx) => anEventIn(tx, test, fields));

/** Adds many events to the trail, with their own numbers, a thousand in a transaction. */
export async function manyEvents(test: TestApp, count: number): Promise<void> {
  for (let from = 1; from <= count; from += 1_000) {
    const events = Array.from({ length: Math.min(1_000, count - from + 1) }, (_, nth) => ({
      ...change,
      entity_id: from + nth,
    }));
    await test.deps.transaction((tx) => addEntries(test.deps, tx, visitor, events));
  }
}

/** The number of the newest event. */
export async function newestEntry(test: TestApp): Promise<string> {
  const events = test.deps.db.selectFrom('audit_events').select('id').orderBy('id', 'desc').limit(1);
  return (await events.executeTakeFirstOrThrow()).id;
}

/** The sealed events, in the order of sealing. */
export async function sealed(db: Database): Promise<{ seq: number; event_id: number }[]> {
  const rows = await db.selectFrom('audit_seals').select(['seq', 'event_id']).orderBy('seq').execute();
  return rows.map((row) => ({ seq: Number(row.seq), event_id: Number(row.event_id) }));
}

/** Removes every guard of the trail, as a person with full access to the database can. */
export async function unlockTrail(db: Database): Promise<void> {
  await sql`grant update, delete, truncate on audit_events, audit_seals to current_user`.execute(db);
  await sql`alter table audit_events disable trigger user`.execute(db);
  await sql`alter table audit_seals disable trigger user`.execute(db);
}

/** Cuts off the newest sealed event with its seal, and puts the triggers back, as the owner of the tables can. */
export const removeNewest = (test: TestApp): Promise<void> =>
  test.deps.db.transaction().execute(async (tx) => {
    await unlockTrail(tx);
    await sql`delete from audit_events where id = (select max(event_id) from audit_seals)`.execute(tx);
    await sql`delete from audit_seals where seq = (select max(seq) from audit_seals)`.execute(tx);
    await sql`alter table audit_events enable trigger user`.execute(tx);
    await sql`alter table audit_seals enable trigger user`.execute(tx);
  });

class Undo extends Error {}

/** The verdict on a trail that somebody with all rights has damaged. The damage is rolled back afterwards. */
export async function verdictAfter(test: TestApp, damage: (db: Tx) => Promise<unknown>): Promise<Verdict> {
  let verdict: Verdict | undefined;
  const run = test.deps.transaction(async (tx) => {
    await unlockTrail(tx);
    // So that an entry can get any number.
    await sql`alter table audit_events alter id drop identity`.execute(tx);
    await damage(tx);
    verdict = await verifyTrail({ ...test.deps, db: tx });
    throw new Undo();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  if (!verdict) throw new Error('nothing was verified');
  return verdict;
}
