import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin');
  const make = (customerName: string, customerEmail: string, fields: object = {}) => {
    clock.forward(1);
    return aRequest(test, { customerName, customerEmail, customerPhone: '(407) 555-0100', ...fields });
  };
  await make('Ana 100% Ortiz', 'ana@ortiz.example', { customerPhone: '(321) 555-0199' });
  await make('Bob Élan', 'bob@elan.example', { customerAddress: '9 Hidden Lane' });
  await make('Cy\\Dee', 'cy_dee@lamp.example', { paymentAddress: '7 Paying Road' });
  // The same address in another case is the same customer, whose place in the list does not change.
  await make('Ana Again', 'ANA@ortiz.example');
});
afterAll(() => test.close());

const list = async (query: object = {}, who: Person = admin) => {
  const answer = await who.call(api.customers.list, { query });
  return { ...answer, names: answer.customers.map(({ name }) => name) };
};
const search = async (text: string) => (await list({ search: text })).names;

describe('the list of customers', () => {
  it('has one customer per e-mail address, newest first, with their figures', async () => {
    const all = await list();
    expect(all).toMatchObject({ matched: 3, total: 3, page: 1, limit: 50 });
    expect(all.names).toEqual(['Cy\\Dee', 'Bob Élan', 'Ana 100% Ortiz']);
    expect(all.customers.map(({ stats }) => stats.total)).toEqual([1, 1, 2]);
    expect(all.customers[0]).toEqual({
      id: expect.any(Number),
      name: 'Cy\\Dee',
      email: 'cy_dee@lamp.example',
      phone: '(407) 555-0100',
      address: '88 Sample Street, Orlando, FL 32801',
      payment_address: '7 Paying Road',
      created_at: '2026-01-05T15:03:00.000Z',
      stats: { completed: 0, in_progress: 0, pending: 1, total: 1, average_rating: null },
      requests: [expect.objectContaining({ title: 'Dark parking lot', status: 'pending', assignedTechnician: null })],
    });
    expect(all.customers.map(({ requests }) => requests.length)).toEqual([1, 1, 2]);
    expect((await list({}, await as(test, 'auditor'))).names).toEqual(all.names);
  });

  it('has the newest ten requests of each customer, and the number of all', async () => {
    const own = await testApp();
    try {
      for (let n = 1; n <= 12; n += 1) await aRequest(own, { title: `Pole ${n}` });
      const { customers } = await list({}, await as(own, 'admin'));
      expect(customers[0]?.stats.total).toBe(12);
      const titles = customers[0]?.requests.map(({ title }) => title);
      expect(titles).toEqual(Array.from({ length: 10 }, (_, n) => `Pole ${12 - n}`));
    } finally {
      await own.close();
    }
  });

  it('searches name, email, phone and address, without case', async () => {
    expect(await search('ortiz')).toEqual(['Ana 100% Ortiz']);
    expect(await search(' BOB élan ')).toEqual(['Bob Élan']);
    expect(await search('@LAMP')).toEqual(['Cy\\Dee']);
    expect(await search('(321)')).toEqual(['Ana 100% Ortiz']);
    expect(await search('hidden lane')).toEqual(['Bob Élan']);
    expect(await search('Paying')).toEqual([]);
    expect(await search('  ')).toHaveLength(3);
    expect(await list({ search: 'ortiz' })).toMatchObject({ matched: 1, total: 3 });
  });

  it('finds a caller by the number in any spelling, all words in any order, and the beginning of a name', async () => {
    for (const spelling of ['3215550199', '321-555-0199', '+1 321 555 0199', '0199'])
      expect(await search(spelling)).toEqual(['Ana 100% Ortiz']);
    expect(await search('407.555.0100')).toEqual(['Cy\\Dee', 'Bob Élan']);
    expect(await search('3215550198')).toEqual([]);
    expect(await list({ search: '4075550100', limit: '1' })).toMatchObject({ matched: 2, names: ['Cy\\Dee'] });
    expect(await search('ortiz ana')).toEqual(['Ana 100% Ortiz']);
    expect(await search('ortiz bob')).toEqual([]);
    expect(await search('an')).toEqual(['Ana 100% Ortiz']);
    expect(await search('iz')).toEqual([]);
  });

  it('treats %, _, \\ and quotes as plain characters', async () => {
    expect(await search('%')).toEqual(['Ana 100% Ortiz']);
    expect(await search('_')).toEqual(['Cy\\Dee']);
    expect(await search('\\')).toEqual(['Cy\\Dee']);
    for (const text of ['%%', '0_', '_%', "'", "' or 1=1 --", '\\%', '";']) expect(await search(text)).toEqual([]);
  });

  it('pages without losing or repeating a customer', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ limit: '2', page: String(page) })));
    expect(pages.map(({ names }) => names)).toEqual([['Cy\\Dee', 'Bob Élan'], ['Ana 100% Ortiz'], []]);
    expect(pages.every(({ matched, total, limit }) => matched === 3 && total === 3 && limit === 2)).toBe(true);
  });

  it.each([
    [{ limit: '51' }, 'limit'],
    [{ limit: '0' }, 'limit'],
    [{ page: '-1' }, 'page'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ search: 'nul\u0000' }, 'search'],
    [{ status: 'new' }, 'status'],
  ])('refuses an invalid query (%#)', async (query, field) => {
    const answer = await admin.attempt(api.customers.list, { query });
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map((problem) => problem.field)).toEqual([field]);
  });

  it('is empty before the first customer', async () => {
    const empty = await testApp();
    try {
      const answer = await (await as(empty, 'auditor')).call(api.customers.list, {});
      expect(answer).toEqual({ customers: [], matched: 0, more_match: false, total: 0, page: 1, limit: 50 });
    } finally {
      await empty.close();
    }
  });
});
