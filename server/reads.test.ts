import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { aKey } from './testing/access/keys.ts';
import { as, type Person } from './testing/factories.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, { RATE_LIMITS: 'on' });
});
afterAll(() => test.close());

/** Holds every reader of a table until it is disposed of. */
async function holdReadersOf(table: 'customers' | 'requests') {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = test.deps.transaction(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    held.resolve();
    await release.promise;
  });
  await Promise.race([held.promise, holding]);
  return {
    async [Symbol.asyncDispose]() {
      release.resolve();
      await holding;
    },
  };
}
/** How many connections of reads wait for the lock, with a statement that has this text. */
const waiting = async (text = '') => {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and application_name = 'switchboard-reads'
    and strpos(query, ${text}) > 0`.execute(test.deps.db);
  return rows.length;
};
const readsBy = (person: Person, endpoint: Endpoint, count: number) =>
  Array.from({ length: count }, () => person.attempt(endpoint));
const statusesOf = async (answers: ReturnType<Person['attempt']>[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('The reads of one account', () => {
  it('are three at once; further ones wait, and those beyond them are refused with a time to come back', async () => {
    const admin = await as(test, 'admin');
    const answers: ReturnType<Person['attempt']>[] = [];
    {
      await using _ = await holdReadersOf('requests');
      answers.push(...readsBy(admin, api.requests.list, 33));
      await expect.poll(() => waiting()).toBe(3);
      const refused = await admin.attempt(api.auth.me);
      expect(refused).toMatchObject({
        status: 429,
        headers: { 'retry-after': '1' },
        body: { error: 'rate_limited', message: 'You are loading too much at once. Please try again.' },
      });
    }
    expect(await statusesOf(answers)).toEqual({ 200: 33 });
    expect((await admin.attempt(api.auth.me)).status).toBe(200);
  });

  it('have the same limit with an API key, which shares it with no user of the same number', async () => {
    const admin = await as(test, 'admin');
    let made = await aKey(test, { created_by: admin.id });
    while (made.id < admin.id) made = await aKey(test, { created_by: admin.id });
    expect(made.id).toBe(admin.id);
    const key = test.caller(made.secret);
    // Its use is stored now, and for none of the calls below.
    await key.call(api.requests.stats, {});
    const answers: ReturnType<Person['attempt']>[] = [];
    {
      await using _ = await holdReadersOf('requests');
      answers.push(...Array.from({ length: 33 }, () => key.attempt(api.requests.list)));
      await expect.poll(() => waiting()).toBe(3);
      expect(await key.attempt(api.customers.list)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
      expect((await admin.attempt(api.auth.me)).status).toBe(200);
    }
    expect(await statusesOf(answers)).toEqual({ 200: 33 });
  });

  it('are one at a time when each asks for a large page', async () => {
    const admin = await as(test, 'admin');
    const answers: ReturnType<Person['attempt']>[] = [];
    {
      await using _ = await holdReadersOf('requests');
      const read = (limit: string) => answers.push(admin.attempt(api.requests.list, { query: { limit } }));
      for (const limit of ['100', '100', '100', '49', '49']) read(limit);
      await expect.poll(() => waiting()).toBe(3);
      expect(await waiting('limit 100')).toBe(1);
    }
    expect(await statusesOf(answers)).toEqual({ 200: 5 });
  });

  it('leave connections to sessions, sign-ins, writes and the public pages, however many accounts read', async () => {
    const readers = [await as(test, 'admin'), await as(test, 'admin'), await as(test, 'admin')];
    const writer = await as(test, 'auditor');
    const answers: ReturnType<Person['attempt']>[] = [];
    {
      await using _ = await holdReadersOf('customers');
      for (const reader of readers) answers.push(...readsBy(reader, api.customers.list, 20));
      await expect.poll(() => waiting()).toBe(8);
      await as(test, 'technician');
      expect((await writer.attempt(api.notifications.markAllRead)).status).toBe(200);
      const unknown = await test.caller().attempt(api.requests.track, { params: { id: 'REQ-AAAAAAAAA-AAAAA' } });
      expect(unknown.status).toBe(404);
    }
    expect(await statusesOf(answers)).toEqual({ 200: 60 });
  });
});
