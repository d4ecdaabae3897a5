import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import type { RequestPriority, RequestStatus } from './database.ts';
import type { WritableDatabase } from './pool.ts';
import { countsByStatus, sumOfCounts } from './row-counts.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const statuses: RequestStatus[] = ['pending', 'assigned', 'in_progress', 'completed', 'cancelled'];
const priorities: RequestPriority[] = ['low', 'medium', 'high', 'urgent'];
const messageStatuses = ['new', 'contacted', 'resolved', 'spam'] as const;

let test: TestApp;
let db: WritableDatabase;
let technician: number;
beforeAll(async () => {
  test = await testApp();
  db = test.deps.db;
  const row = { name: 'Tina', email: 'tina@x.example', role: 'technician', password_hash: '-' } as const;
  technician = (
    await db
      .insertInto('users')
      .values({ ...row, created_at: NOW, updated_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['requests', 'customers', 'contact_messages'] as const) await db.deleteFrom(table).execute();
});

/** A generator of whole numbers below `below`, with the same sequence in every run. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}
const pick = <T>(roll: (below: number) => number, from: readonly T[]): T => from[roll(from.length)] as T;

let made = 0;
async function aRequest(tx: WritableDatabase, status: RequestStatus, priority: RequestPriority, assigned: boolean) {
  made += 1;
  const nth = made;
  const details = {
    customer_name: 'Dana',
    customer_email: 'dana@x.example',
    customer_phone: '1',
    customer_address: 'x',
  };
  const { id } = await tx
    .insertInto('customers')
    .values({ name: 'Dana', email: `dana-${nth}@x.example`, phone: '1', address: 'x', created_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('requests')
    .values({
      ...details,
      external_id: `REQ-${String(nth).padStart(9, '0')}-AAAAA`,
      title: 'Dark',
      description: 'Dark',
      status,
      priority,
      assigned_to: assigned ? technician : null,
      customer_id: id,
      created_at: NOW,
      updated_at: NOW,
      completed_at: status === 'completed' ? NOW : null,
    })
    .execute();
}

const aMessage = (tx: WritableDatabase, status: (typeof messageStatuses)[number]) =>
  tx
    .insertInto('contact_messages')
    .values({
      name: 'Ana',
      email: 'ana@x.example',
      message: 'Hello',
      status,
      ip_address: '203.0.113.7',
      user_agent: '-',
      created_at: NOW,
    })
    .execute();

const anyRow = (table: 'requests' | 'contact_messages') =>
  sql<number>`(select id from ${sql.table(table)} order by random() limit 1 for update skip locked)`;

/** A random change of rows, which may or may not change a count. */
async function something(tx: WritableDatabase, roll: (below: number) => number): Promise<void> {
  const status = pick(roll, statuses);
  const completed_at = status === 'completed' ? NOW : null;
  switch (roll(8)) {
    case 0:
    case 1:
      return aRequest(tx, status, pick(roll, priorities), roll(2) === 0);
    case 2:
      return void (await tx
        .updateTable('requests')
        .set({ status, completed_at, assigned_to: roll(2) ? technician : null, priority: pick(roll, priorities) })
        .where('id', '=', anyRow('requests'))
        .execute());
    case 3:
      return void (await tx
        .updateTable('requests')
        .set({ title: 'Darker' })
        .where('id', '=', anyRow('requests'))
        .execute());
    case 4:
      return void (await tx.deleteFrom('requests').where('id', '=', anyRow('requests')).execute());
    case 5:
      return void (await aMessage(tx, pick(roll, messageStatuses)));
    case 6:
      return void (await tx
        .updateTable('contact_messages')
        .set({ status: pick(roll, messageStatuses) })
        .where('id', '=', anyRow('contact_messages'))
        .execute());
    default:
      return void (await tx.deleteFrom('contact_messages').where('id', '=', anyRow('contact_messages')).execute());
  }
}

const UNDONE = new Error('undone on purpose');

/** Many concurrent transactions of random changes. One in five is rolled back. */
async function commotion(seed: number, writers: number, each: number): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const roll = dice(seed + writer * 7_919);
      for (let n = 0; n < each; n += 1) {
        const work = db.transaction().execute(async (tx) => {
          await something(tx, roll);
          if (roll(5) === 0) throw UNDONE;
        });
        await work.catch((error: unknown) => {
          if (error !== UNDONE) throw error;
        });
      }
    }),
  );
}

const kinds = ['counted', 'status', 'priority', 'assigned'] as const;
const kept = () =>
  db
    .selectFrom('row_counts')
    .select([...kinds, sql<number>`sum(n)::int`.as('n')])
    .groupBy(kinds)
    .having(sql<number>`sum(n)`, '!=', 0)
    .orderBy('counted')
    .orderBy('status')
    .orderBy('priority')
    .orderBy('assigned')
    .execute();
const byRows = () =>
  db
    .selectFrom('row_counts_by_rows')
    .select([...kinds, 'n'])
    .where('n', '!=', 0)
    .orderBy('counted')
    .orderBy('status')
    .orderBy('priority')
    .orderBy('assigned')
    .execute();

describe('the maintained counts', () => {
  it('equal the counted rows after many concurrent changes', async () => {
    await commotion(1, 10, 40);
    const counts = await kept();
    expect(counts.length).toBeGreaterThan(20);
    expect(counts).toEqual(await byRows());
  });

  it('include every row of a statement that changes many rows', async () => {
    for (const status of statuses) await aRequest(db, status, 'low', true);
    await db.updateTable('requests').set({ status: 'cancelled', completed_at: null }).execute();
    expect(await countsByStatus(db, 'requests').execute()).toContainEqual({ status: 'cancelled', n: 5 });
    expect(await kept()).toEqual(await byRows());
    await db.deleteFrom('requests').execute();
    expect((await sumOfCounts(db, 'requests').executeTakeFirstOrThrow()).n).toBe(0);
    expect(await kept()).toEqual(await byRows());
  });

  it('do not count a known customer twice', async () => {
    const customer = { name: 'Eve', email: 'eve@x.example', phone: '1', address: 'x', created_at: NOW };
    for (let n = 0; n < 3; n += 1) {
      await db
        .insertInto('customers')
        .values(customer)
        .onConflict((conflict) => conflict.column('email').doUpdateSet({ phone: '2' }))
        .execute();
    }
    expect((await sumOfCounts(db, 'customers').executeTakeFirstOrThrow()).n).toBe(1);
  });

  it('make no writer wait for another', async () => {
    const open = await db.startTransaction().execute();
    const alsoOpen = await db.startTransaction().execute();
    await aRequest(open, 'pending', 'low', false);
    await aRequest(alsoOpen, 'pending', 'low', false);
    // If this insert waited for the two above, its time-out would fail it.
    await aRequest(db, 'pending', 'low', false);
    expect((await sumOfCounts(db, 'requests').executeTakeFirstOrThrow()).n).toBe(1);
    await alsoOpen.commit().execute();
    await open.rollback().execute();
    expect((await sumOfCounts(db, 'requests').executeTakeFirstOrThrow()).n).toBe(2);
    expect(await kept()).toEqual(await byRows());
  });

  it('can be rebuilt during writes', async () => {
    await aRequest(db, 'pending', 'low', false);
    await db.updateTable('row_counts').set({ n: 41 }).execute();
    expect(await kept()).not.toEqual(await byRows());
    await Promise.all([commotion(2, 8, 20), sql`select rebuild_row_counts()`.execute(db)]);
    expect(await kept()).toEqual(await byRows());
  });
});
