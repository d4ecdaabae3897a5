import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { advisoryLocks } from '#server/db/advisory-locks.ts';
import { aRequest } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { insertViews, type View } from './tracking.repo.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

/** Copies of a request, as many as one instance may write about at a time. */
async function copiesOf(id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into requests (external_id, title, description, status, priority, customer_id, customer_name, customer_email,
      customer_phone, customer_address, created_at, updated_at)
    select left(external_id, -5) || lpad(n::text, 5, '0'), title, description, status, priority, customer_id, customer_name, customer_email, customer_phone,
      customer_address, created_at, updated_at
    from requests, generate_series(1, ${count}::int) n where requests.id = ${id} returning id`.execute(test.deps.db);
  return rows.map((row) => row.id);
}

it('keeps the views that instances write about the same requests at the same time', async () => {
  const ids = await copiesOf((await aRequest(test)).id, 600);
  const viewOf = (request_id: number): View => ({
    request_id,
    device_type: 'mobile',
    ip_address: '203.0.113.7',
    tracked_at: test.deps.now(),
  });
  const [many, some] = [ids.map(viewOf), ids.slice(0, 150).map(viewOf)];
  const write = (views: readonly View[]) =>
    test.deps.transaction(async (tx) => {
      // PostgreSQL groups by hash whenever it expects that to be cheaper. The groups then come in the order of a table's slots.
      await sql`set local enable_sort = off`.execute(tx);
      await sql`set local enable_mergejoin = off`.execute(tx);
      await insertViews(tx, views);
    });
  const rounds = 40;
  for (let round = 0; round < rounds; round += 1) await Promise.all([many, some, many, some].map(write));
  const { rows } = await sql<{ total: number }>`select sum(total)::int as total from request_view_totals`.execute(
    test.deps.db,
  );
  expect(rows).toEqual([{ total: rounds * 2 * (many.length + some.length) }]);
});

it('An address counts once, also when two batches with it are written at the same moment', async () => {
  const { id: request_id } = await aRequest(test);
  const view: View = { request_id, device_type: 'mobile', ip_address: '203.0.113.8', tracked_at: test.deps.now() };
  const { promise: written, resolve: firstHasWritten } = Promise.withResolvers<void>();
  const { promise: second, resolve: secondIsUnderWay } = Promise.withResolvers<void>();
  const first = test.deps.transaction(async (tx) => {
    await insertViews(tx, [view]);
    firstHasWritten();
    await second;
  });
  // The first one must be the one that waits to commit.
  await written;
  const other = test.deps.transaction((tx) => insertViews(tx, [view]));
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(test.deps.db);
    return rows.length > 0;
  };
  await vi.waitUntil(isWaiting);
  secondIsUnderWay();
  await Promise.all([first, other]);
  const totals = await test.deps.db
    .selectFrom('request_view_totals')
    .select(['total', 'unique_ips'])
    .where('request_id', '=', request_id)
    .executeTakeFirst();
  expect(totals).toEqual({ total: 2, unique_ips: 1 });
});

it('Views wait for no other advisory lock, such as that of indexes which are built for minutes', async () => {
  const { id: request_id } = await aRequest(test);
  const view: View = { request_id, device_type: 'mobile', ip_address: '203.0.113.9', tracked_at: test.deps.now() };
  const { views, ...others } = advisoryLocks;
  expect(Object.values(others)).not.toContain(views);
  await test.deps.transaction(async (tx) => {
    for (const number of Object.values(others)) await sql`select pg_advisory_xact_lock(${number})`.execute(tx);
    await test.deps.transaction((own) => insertViews(own, [view]));
  });
});
