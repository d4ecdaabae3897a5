import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');

let test: TestApp;
let admin: Person;
const id: Record<string, number> = {};

const list = async (query: object = {}, who: Person = admin) => {
  const { data } = await who.call(api.contact.list, { query });
  return { ...data, names: data.contacts.map(({ name }) => name) };
};
const search = async (text: string) => (await list({ search: text })).names.sort();

beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin');
  const make = async (name: string, fields: object = {}) => {
    clock.forward(1);
    const body = { name, email: 'someone@lamp.example', message: 'A plain question.', ...fields };
    await test.caller().call(api.contact.submit, { body });
    id[name] = (await list({ limit: '1' })).contacts[0]?.id ?? 0;
  };
  await make('Ana Ortiz', { email: 'ana@ortiz.example', phone: '(407) 555-0111' });
  await make('Bob Élan', { message: 'Is it 100% safe outdoors?' });
  await make('Cy_Under', { message: 'Back\\slash and more' });
  await make('Dee');
  const set = (name: string, status: 'contacted' | 'resolved' | 'spam') =>
    admin.call(api.contact.setStatus, { params: { id: String(id[name]) }, body: { status } });
  await set('Bob Élan', 'contacted');
  await set('Cy_Under', 'spam');
});
afterAll(() => test.close());

describe('the list of messages', () => {
  it('starts with the newest message, and counts all messages', async () => {
    const all = await list();
    expect(all).toMatchObject({ matched: 4, total: 4, page: 1, limit: 50 });
    expect(all.names).toEqual(['Dee', 'Cy_Under', 'Bob Élan', 'Ana Ortiz']);
    expect(all.counts).toEqual({ total: 4, new: 2, contacted: 1, resolved: 0, spam: 1 });
    expect((await list({}, await as(test, 'auditor'))).names).toEqual(all.names);
  });

  it.each([
    [{ status: 'new' }, ['Dee', 'Ana Ortiz']],
    [{ status: 'contacted' }, ['Bob Élan']],
    [{ status: 'resolved' }, []],
    [{ status: 'spam' }, ['Cy_Under']],
    [{ status: 'new', search: 'ortiz' }, ['Ana Ortiz']],
    [{ status: 'spam', search: 'ortiz' }, []],
  ])('filters by %j, and the counts still include all messages', async (query, names) => {
    const found = await list(query);
    expect(found.names).toEqual(names);
    expect(found).toMatchObject({ matched: names.length, total: 4, counts: { total: 4, new: 2, spam: 1 } });
  });

  it('searches name, e-mail, phone and message, without case', async () => {
    expect(await search('ÉLAN')).toEqual(['Bob Élan']);
    expect(await search('E\u0301lan')).toEqual(['Bob Élan']);
    expect(await search('ana@ORTIZ')).toEqual(['Ana Ortiz']);
    expect(await search('555-0111')).toEqual(['Ana Ortiz']);
    expect(await search(' OUTDOORS ')).toEqual(['Bob Élan']);
    expect(await search('127.0.0.1')).toEqual([]);
    expect(await search('  ')).toHaveLength(4);
  });

  it('finds a number in any spelling, all words in any order, and the beginning of a word', async () => {
    for (const spelling of ['4075550111', '407.555.0111', '+1 (407) 555-0111', '0111'])
      expect(await search(spelling)).toEqual(['Ana Ortiz']);
    expect(await search('0112')).toEqual([]);
    expect(await list({ search: '0111', status: 'spam' })).toMatchObject({ names: [], matched: 0 });
    expect(await search('outdoors bob safe')).toEqual(['Bob Élan']);
    expect(await search('pl')).toEqual(['Ana Ortiz', 'Dee']);
    expect(await search('ai')).toEqual([]);
  });

  it('treats %, _, \\ and quotes as plain characters', async () => {
    expect(await search('%')).toEqual(['Bob Élan']);
    expect(await search('_')).toEqual(['Cy_Under']);
    expect(await search('\\')).toEqual(['Cy_Under']);
    for (const text of ['%%', '100_', '_%', "'", "' or 1=1 --", '\\%', '";']) expect(await search(text)).toEqual([]);
  });

  it('pages without losing or repeating a message', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ limit: '2', page: String(page) })));
    expect(pages.map(({ names }) => names)).toEqual([['Dee', 'Cy_Under'], ['Bob Élan', 'Ana Ortiz'], []]);
    expect(pages.map(({ matched, total, page, limit }) => [matched, total, page, limit])).toEqual([
      [4, 4, 1, 2],
      [4, 4, 2, 2],
      [4, 4, 3, 2],
    ]);
  });

  it.each([
    [{ limit: '201' }, 'limit'],
    [{ page: '0' }, 'page'],
    [{ status: 'open' }, 'status'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ search: 'nul\u0000' }, 'search'],
    [{ sort: 'name' }, 'sort'],
  ])('refuses an invalid query (%#)', async (query, field) => {
    const answer = await admin.attempt(api.contact.list, { query });
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map((problem) => problem.field)).toEqual([field]);
  });

  it('searches the whole of a message, of which a page shows the beginning, and stays small', async () => {
    const full = await testApp();
    try {
      const reader = await as(full, 'admin');
      const caller = { name: 'Longwinded', email: 'long@lamp.example' };
      for (let n = 0; n < 25; n += 1) {
        const message = `${'word '.repeat(995)}end${n}`;
        await full.caller().call(api.contact.submit, { body: { ...caller, message } });
      }
      const { data } = await reader.call(api.contact.list, { query: { limit: '25' } });
      expect(data.contacts).toHaveLength(25);
      expect(JSON.stringify(data).length).toBeLessThan(20_000);
      const found = await reader.call(api.contact.list, { query: { search: 'end17' } });
      expect(found.data.contacts.map(({ message }) => message)).toEqual(['word '.repeat(40)]);
      const id = String(found.data.contacts[0]?.id);
      expect((await reader.call(api.contact.get, { params: { id } })).data.contact.message).toMatch(/ end17$/);
    } finally {
      await full.close();
    }
  });

  it('is empty without messages', async () => {
    const empty = await testApp();
    try {
      const { data } = await (await as(empty, 'auditor')).call(api.contact.list, {});
      expect(data).toEqual({
        contacts: [],
        counts: { total: 0, new: 0, contacted: 0, resolved: 0, spam: 0 },
        matched: 0,
        more_match: false,
        total: 0,
        page: 1,
        limit: 50,
      });
    } finally {
      await empty.close();
    }
  });
});
