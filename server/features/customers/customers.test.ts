import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Status } from '#contract/words/requests.ts';
import { aClock } from '#server/testing/clock.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');
/** A second as minutes of the clock. Larger steps would end the sessions. */
const SECOND = 1 / 60;
const NOTHING = { completed: 0, in_progress: 0, pending: 0, total: 0, average_rating: null };

let test: TestApp;
let admin: Person;
let technician: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin');
  technician = await as(test, 'technician', { name: 'Tina Tech' });
});
afterAll(() => test.close());

const idOf = (row: { id: number }) => ({ id: String(row.id) });
const get = async (row: { id: number }) => (await admin.call(api.customers.get, { params: idOf(row) })).customer;
const statsOf = async (row: { id: number }) => (await admin.call(api.customers.stats, { params: idOf(row) })).stats;

let counter = 0;
/** A customer without requests, inserted into the database. */
async function aCustomer(fields: { name?: string } = {}) {
  counter += 1;
  clock.forward(SECOND);
  return test.deps.db
    .insertInto('customers')
    .values({
      name: fields.name ?? `Customer ${counter}`,
      email: `customer-${counter}@lamp.example`,
      phone: '555-0100',
      address: '1 Sample Street',
      created_at: clock.now(),
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
}

/** A customer's request through the public form, with the given columns set afterwards. */
async function askedFor(
  customer: { email: string },
  state: { status?: Status; rating?: number; assigned_to?: number; customer_notes?: string; title?: string } = {},
) {
  clock.forward(SECOND);
  const { title, ...columns } = state;
  const request = await aRequest(test, { customerEmail: customer.email, ...(title ? { title } : {}) });
  const completed_at = state.status === 'completed' ? clock.now() : null;
  await test.deps.db
    .updateTable('requests')
    .set({ ...columns, completed_at })
    .where('id', '=', request.id)
    .execute();
  return request;
}

describe('the figures of a customer', () => {
  it('are zero, without a rating, before the first request', async () => {
    const customer = await aCustomer();
    expect(await statsOf(customer)).toEqual(NOTHING);
    expect(await get(customer)).toMatchObject({ stats: NOTHING, requests: [] });
  });

  it('count assigned requests as pending, and cancelled ones in the total only', async () => {
    const customer = await aCustomer();
    const states = ['pending', 'pending', 'assigned', 'in_progress', 'completed', 'completed', 'cancelled'] as const;
    for (const status of states) await askedFor(customer, { status });
    await askedFor(await aCustomer(), { status: 'completed', rating: 1 });
    const stats = { completed: 2, in_progress: 1, pending: 3, total: 7, average_rating: null };
    expect(await statsOf(customer)).toEqual(stats);
    expect((await get(customer)).stats).toEqual(stats);
    const { customers } = await admin.call(api.customers.list, { query: { search: customer.email } });
    expect(customers.map((row) => row.stats)).toEqual([stats]);
  });

  it.each([
    [[5], 5],
    [[4, 5], 4.5],
    [[5, 4, 4], 4.3],
    [[5, 5, 4], 4.7],
    [[4, 4, 4, 5], 4.3],
    [[1, 1, 1, 2], 1.3],
    [[1, 1], 1],
  ])('average the ratings %j to %d, without unrated requests', async (ratings, average) => {
    const customer = await aCustomer();
    for (const rating of ratings) await askedFor(customer, { status: 'completed', rating });
    await askedFor(customer, { status: 'completed' });
    await askedFor(customer);
    expect((await statsOf(customer)).average_rating).toBe(average);
  });
});

describe('a customer', () => {
  it('is shown with exactly their fields and their work history, newest first', async () => {
    const customer = await aCustomer({ name: 'Lena Lamp' });
    const done = await askedFor(customer, {
      status: 'completed',
      rating: 5,
      assigned_to: technician.id,
      customer_notes: 'Very bright now.',
      title: 'Old lamps',
    });
    const completed = clock.now().toISOString();
    const open = await askedFor(customer, { title: 'New lamps' });
    expect(await get(customer)).toEqual({
      id: customer.id,
      name: 'Lena Lamp',
      email: customer.email,
      phone: '555-0100',
      address: '1 Sample Street',
      payment_address: null,
      created_at: expect.any(String),
      stats: { completed: 1, in_progress: 0, pending: 1, total: 2, average_rating: 5 },
      requests: [
        {
          ...open,
          title: 'New lamps',
          status: 'pending',
          priority: 'medium',
          assignedTechnician: null,
          rating: null,
          customer_notes: null,
          created_at: clock.now().toISOString(),
          completed_at: null,
        },
        {
          ...done,
          title: 'Old lamps',
          status: 'completed',
          priority: 'medium',
          assignedTechnician: { name: 'Tina Tech' },
          rating: 5,
          customer_notes: 'Very bright now.',
          created_at: completed,
          completed_at: completed,
        },
      ],
    });
  });

  it('has the newest 200 requests in the history, and all requests in the figures', async () => {
    const customer = await aCustomer();
    const first = await askedFor(customer, { title: 'The very first' });
    const row = await test.deps.db
      .selectFrom('requests')
      .select(['title', 'description', 'priority', 'customer_id', 'customer_name', 'customer_email'])
      .select(['customer_phone', 'customer_address'])
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const later = Array.from({ length: 204 }, (_, i) => {
      clock.forward(SECOND);
      const external_id = test.deps.newTrackingId();
      return { ...row, title: `Later ${i}`, external_id, created_at: clock.now(), updated_at: clock.now() };
    });
    await test.deps.db.insertInto('requests').values(later).execute();
    const { requests, stats } = await get(customer);
    expect(requests.map(({ title }) => title)).toEqual(Array.from({ length: 200 }, (_, i) => `Later ${203 - i}`));
    expect(stats).toEqual({ ...NOTHING, pending: 205, total: 205 });
  });
});

describe('a long feedback', () => {
  it('is cut at 100 characters in the list, and whole in the history of one customer', async () => {
    const customer = await aCustomer();
    const feedback = `${'💡'.repeat(100)}and more`;
    await askedFor(customer, { status: 'completed', rating: 5, customer_notes: feedback });
    const { customers } = await admin.call(api.customers.list, { query: { search: customer.email } });
    expect(customers[0]?.requests[0]?.customer_notes).toBe('💡'.repeat(100));
    expect((await get(customer)).requests[0]?.customer_notes).toBe(feedback);
  });
});

describe('a list of many customers', () => {
  it('takes as many queries as a list of one', async () => {
    const own = await testApp({ now: clock.now });
    try {
      const boss = await as(own, 'admin');
      let queries = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          queries += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      for (let n = 0; n < 12; n += 1) {
        const { id } = await aRequest(own, { customerEmail: `many-${n}@lamp.example` });
        const done = { status: 'completed', completed_at: new Date(), rating: 3 } as const;
        if (n % 2) await own.deps.db.updateTable('requests').set(done).where('id', '=', id).execute();
      }
      const db = own.deps.db.withPlugin(counting);
      own.deps.reads = { ...own.deps.reads, run: (_, _rows, work) => work(db) };
      const costOf = async (limit: string) => {
        queries = 0;
        const { customers } = await boss.call(api.customers.list, { query: { limit } });
        return { queries, shown: customers.length };
      };
      const [one, twelve] = [await costOf('1'), await costOf('12')];
      expect([one.shown, twelve.shown]).toEqual([1, 12]);
      expect(one.queries).toBeGreaterThan(3);
      expect(twelve.queries).toBe(one.queries);
    } finally {
      await own.close();
    }
  });
});

describe('who may see customers', () => {
  it.each([
    ['admin', 200],
    ['auditor', 200],
    ['technician', 403],
    [undefined, 401],
  ] as const)('%s: %i', async (role, status) => {
    const caller = role ? await as(test, role) : test.caller();
    const params = idOf(await aCustomer());
    for (const answer of [
      await caller.attempt(api.customers.list),
      await caller.attempt(api.customers.get, { params }),
      await caller.attempt(api.customers.stats, { params }),
    ]) {
      expect(answer.status).toBe(status);
    }
  });

  it.each([
    ['0', 400],
    ['2147483648', 400],
    ["1'--", 400],
    ['\u0000', 400],
    ['999999', 404],
  ])('id %j answers %i', async (id, status) => {
    for (const endpoint of [api.customers.get, api.customers.stats]) {
      const answer = await admin.attempt(endpoint, { params: { id } });
      expect(answer.status).toBe(status);
      if (status === 404) expect(answer.body.message).toBe('Customer not found');
    }
  });
});
