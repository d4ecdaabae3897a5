import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { api } from '#contract/api.ts';
import type { Priority } from '#contract/words/requests.ts';
import { aClock } from '#server/testing/clock.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');

let test: TestApp;
let admin: Person;
let technician: Person;
const id: Record<string, number> = {};

const make = async (name: string, fields: object = {}) => {
  clock.forward(1);
  id[name] = (await aRequest(test, { title: name, ...fields })).id;
};

beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin');
  technician = await as(test, 'technician', { name: 'Tina' });
  await make('Percent 100% dark', {
    customerName: 'Ana Ortiz',
    customerEmail: 'ana@ortiz.example',
    customerPhone: '+1 (321) 555-0180',
    priority: 'low',
  });
  await make('Under_score', {
    customerPhone: '321.555.0180 ext. 77',
    customerName: 'Bob Élan',
    customerEmail: 'bob@elan.example',
    priority: 'emergency',
    service_type: 'Sign Lighting',
  });
  await make('Back\\slash', { customerName: 'Cy', customerEmail: 'cy98765@lamp.example' });
  await make('Lamp', { customerName: 'Dee', customerEmail: 'dee@x.example' });
  clock.forward(1);
  const assigned = await anAssignedRequest(test, admin, technician);
  const working = await anAssignedRequest(test, admin, technician, 'in_progress');
  const done = await anAssignedRequest(test, admin, admin, 'completed');
  Object.assign(id, { assigned: assigned.id, working: working.id, done: done.id });
  // Tracking IDs are random, and so are the letters with which their parts begin.
  for (const [nth, request] of Object.values(id).entries()) {
    const external_id = `REQ-QQQQQQQQ${nth}-QQQQQ`;
    await test.deps.db.updateTable('requests').set({ external_id }).where('id', '=', request).execute();
  }
  await test.deps.db.updateTable('requests').set({ rating: 4 }).where('id', '=', done.id).execute();
  await admin.call(api.requests.changeStatus, { params: { id: String(id.Lamp) }, body: { status: 'cancelled' } });
});
afterAll(() => test.close());

const list = async (query: object = {}, who: Person = admin) => {
  const { requests, ...counts } = await who.call(api.requests.list, { query });
  return { ...counts, requests, ids: requests.map((request) => request.id) };
};
const named = (...names: string[]) => names.map((name) => id[name]);
const search = async (text: string) => (await list({ search: text })).requests.map(({ title }) => title).sort();

describe('the list', () => {
  it('starts with the newest request, and has the number of matching requests and of all', async () => {
    const all = await list();
    expect(all).toMatchObject({ matched: 7, total: 7, page: 1, limit: 50 });
    expect(all.ids).toEqual(
      named('done', 'working', 'assigned', 'Lamp', 'Back\\slash', 'Under_score', 'Percent 100% dark'),
    );
    expect((await list({ sort: 'created_asc' })).ids).toEqual(all.ids.toReversed());
    expect((await list({}, await as(test, 'auditor'))).ids).toEqual(all.ids);
  });

  it('sorts by priority and age: Emergency first, the oldest first in each, with every filter and page', async () => {
    const set = (priority: Priority, ...names: string[]) =>
      test.deps.db
        .updateTable('requests')
        .set({ priority })
        .where('id', 'in', named(...names).map(Number))
        .execute();
    const before = await test.deps.db.selectFrom('requests').select(['id', 'priority']).execute();
    onTestFinished(async () => {
      for (const { id, priority } of before) {
        await test.deps.db.updateTable('requests').set({ priority }).where('id', '=', id).execute();
      }
    });
    await set('low', 'done', 'Lamp');
    await set('medium', 'Under_score');
    await set('high', 'assigned', 'Percent 100% dark');
    await set('urgent', 'working', 'Back\\slash');
    const sort = 'priority';
    const sorted = ['Back\\slash', 'working', 'Percent 100% dark', 'assigned', 'Under_score', 'Lamp', 'done'];
    expect((await list({ sort })).ids).toEqual(named(...sorted));
    expect((await list({ sort, limit: '3', page: '2' })).ids).toEqual(named(...sorted.slice(3, 6)));
    expect((await list({ sort, status: 'pending' })).ids).toEqual(
      named('Back\\slash', 'Percent 100% dark', 'Under_score'),
    );
    expect((await list({ sort, assignment: 'assigned' })).ids).toEqual(named('working', 'assigned', 'done'));
    expect((await list({ sort, priority: 'high' })).ids).toEqual(named('Percent 100% dark', 'assigned'));
    expect((await list({ sort, search: 'dark' })).ids.slice(0, 1)).toEqual(named('working'));
  });

  it('shows each request with exactly the fields of a summary', async () => {
    const { requests } = await list({ search: 'Dark parking lot', status: 'completed' });
    expect(requests).toEqual([
      {
        id: id.done,
        external_id: expect.stringMatching(/^REQ-/),
        title: 'Dark parking lot',
        status: 'completed',
        priority: 'medium',
        service_type: null,
        assigned_to: admin.id,
        assignedTechnician: { name: admin.name },
        customer: { name: 'Dana Whitfield', email: 'dana@whitfield.example' },
        town: 'Orlando',
        rating: 4,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
        completed_at: clock.now().toISOString(),
        version: expect.any(Number),
      },
    ]);
  });

  it.each([
    [{ status: 'pending' }, ['Back\\slash', 'Under_score', 'Percent 100% dark']],
    [{ status: 'assigned' }, ['assigned']],
    [{ status: 'in_progress' }, ['working']],
    [{ status: 'completed' }, ['done']],
    [{ status: 'cancelled' }, ['Lamp']],
    [{ priority: 'low' }, ['Percent 100% dark']],
    [{ priority: 'urgent' }, ['Under_score']],
    [{ priority: 'high' }, []],
    [{ assignment: 'assigned' }, ['done', 'working', 'assigned']],
    [{ assignment: 'unassigned', status: 'pending', priority: 'medium' }, ['Back\\slash']],
    [{ assignment: 'assigned', search: 'lamp' }, []],
    [{ service_type: 'Sign Lighting' }, ['Under_score']],
    [{ service_type: 'Other', status: 'pending' }, ['Back\\slash', 'Percent 100% dark']],
    [{ rating: '4' }, ['done']],
    [{ rating: '5' }, []],
    [{ rating: 'any' }, ['done']],
    [{ without: 'pending' }, ['done', 'working', 'assigned', 'Lamp']],
    [{ without: 'pending', assignment: 'unassigned' }, ['Lamp']],
    [{ without: 'pending', status: 'pending' }, []],
    [{ without: 'pending', rating: 'any' }, ['done']],
    [{ without: 'cancelled', period: 'today', assignment: 'unassigned', priority: 'low' }, ['Percent 100% dark']],
  ] as const)('filters by %j', async (query, names) => {
    const found = await list(query);
    expect(found.ids).toEqual(named(...names));
    expect(found).toMatchObject({ matched: names.length, total: 7 });
  });

  it('filters by technician, and the export of the list as well', async () => {
    const query = { technician: String(technician.id) };
    expect(await list(query)).toMatchObject({ ids: named('working', 'assigned'), matched: 2, total: 7 });
    expect((await list({ ...query, status: 'assigned' })).ids).toEqual(named('assigned'));
    const { status, text } = await admin.attempt(api.requests.export, { query });
    expect([status, text.split('\r\n').length]).toEqual([200, 4]);
  });

  it('searches request id, title, customer and address, without case', async () => {
    const { requests } = await list({ search: 'percent' });
    const external = requests[0]?.external_id ?? '';
    expect(await search(external.toLowerCase())).toEqual(['Percent 100% dark']);
    expect(await search('ORTIZ')).toEqual(['Percent 100% dark']);
    expect(await search(' bob élan ')).toEqual(['Under_score']);
    expect(await search('E\u0301LAN')).toEqual(['Under_score']);
    expect(await search('lamp')).toEqual(['Back\\slash', 'Lamp']);
    expect(await search('dee@x')).toEqual(['Lamp']);
    expect(await search('Sample Street')).toHaveLength(7);
    expect(await search('  ')).toHaveLength(7);
  });

  it('finds all words of a search, in any order and in any of these fields', async () => {
    expect(await search('dark percent')).toEqual(['Percent 100% dark']);
    expect(await search('élan @elan under bob')).toEqual(['Under_score']);
    expect(await search('dark  x.EXAMPLE')).toEqual([]);
    expect(await search('am x.EXAMPLE')).toEqual(['Lamp']);
    expect(await search('dark ortiz lamp')).toEqual([]);
    expect(await search('p e r c n t 1 100% dark')).toEqual(['Percent 100% dark']);
    expect(await search('p e r c n t 1 dark 100%')).toEqual([]);
  });

  it('finds what begins with one or two letters', async () => {
    expect(await search('LA')).toEqual(['Back\\slash', 'Lamp']);
    expect(await search('él')).toEqual(['Under_score']);
    expect(await search('é')).toEqual(await search('e'));
    expect(await search('mp')).toEqual([]);
    expect(await search('qq')).toHaveLength(7);
    expect(await search('c.')).toEqual([]);
    expect(await search('bo él')).toEqual(['Under_score']);
    expect(await search('re cy')).toEqual(['Back\\slash']);
    expect(await search('10')).toEqual(['Percent 100% dark']);
  });

  it('finds a caller by the number, in any spelling, and by its last four digits', async () => {
    const both = ['Percent 100% dark', 'Under_score'];
    const spellings = [
      '3215550180',
      '321-555-0180',
      '+1 321 555 0180',
      '(321) 555.0180',
      '13215550180',
      '0180',
      '55/50180',
    ];
    for (const spelling of spellings) expect(await search(spelling)).toEqual(both);
    expect(await list({ search: '0180', priority: 'low' })).toMatchObject({
      ids: named('Percent 100% dark'),
      matched: 1,
    });
    expect((await list({ search: '3215550180', sort: 'created_asc' })).ids).toEqual(named(...both));
    for (const other of ['180', '321555', '0177', '018077', '9 321 555 0180', '3215550181'])
      expect(await search(other)).toEqual([]);
    const { text } = await admin.attempt(api.requests.export, { query: { search: '(321) 555 0180' } });
    expect(text.split('\r\n').length).toBe(4);
  });

  it('finds digits in the other fields as well', async () => {
    expect(await search('9876')).toEqual(['Back\\slash']);
  });

  it('treats %, _, \\ and quotes as plain characters', async () => {
    expect(await search('%')).toEqual(['Percent 100% dark']);
    expect(await search('_')).toEqual(['Under_score']);
    expect(await search('\\')).toEqual(['Back\\slash']);
    for (const text of ['%%', '100_', '_%', "'", "' or 1=1 --", '\\%', '";']) expect(await search(text)).toEqual([]);
  });

  it('pages without losing or repeating a request', async () => {
    const all = (await list()).ids;
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ limit: '2', page: String(page) })));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(all);
    expect(pages.every(({ matched, total, limit }) => matched === 7 && total === 7 && limit === 2)).toBe(true);
    expect(await list({ limit: '2', page: '5' })).toMatchObject({ ids: [], matched: 7, page: 5 });
    expect((await list({ limit: '200' })).limit).toBe(200);
    const last = { limit: '200', page: '50' };
    expect(await list(last)).toMatchObject({ ids: [], matched: 7 });
    expect(await list({ ...last, search: 'req-' })).toMatchObject({ ids: [], matched: 7 });
  });

  it.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '201' }, 'limit'],
    [{ limit: '-1' }, 'limit'],
    [{ limit: '1e2' }, 'limit'],
    [{ page: '0' }, 'page'],
    [{ page: '99999999' }, 'page'],
    [{ page: '51', limit: '200' }, 'page'],
    [{ page: '201' }, 'page'],
    [{ sort: 'title' }, 'sort'],
    [{ sort: 'created_at; drop table requests' }, 'sort'],
    [{ status: 'open' }, 'status'],
    [{ priority: 'Emergency' }, 'priority'],
    [{ assignment: 'mine' }, 'assignment'],
    [{ period: 'yesterday' }, 'period'],
    [{ from: '2026-02-29' }, 'from'],
    [{ to: '01/02/2026' }, 'to'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ search: 'nul\u0000' }, 'search'],
    [{ technician: '0' }, 'technician'],
    [{ rating: '6' }, 'rating'],
    [{ without: 'open' }, 'without'],
    [{ service_type: 'x'.repeat(61) }, 'service_type'],
    [{ assigned_to: '1' }, 'assigned_to'],
  ])('refuses an invalid query (%#)', async (query, field) => {
    const answer = await admin.attempt(api.requests.list, { query });
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map((problem) => problem.field)).toEqual([field]);
  });
});

describe('my requests', () => {
  it('are only the requests assigned to the caller, newest first', async () => {
    const mine = await technician.call(api.requests.listMine, {});
    expect(mine.requests.map((request) => request.id)).toEqual(named('working', 'assigned'));
    expect((await admin.call(api.requests.listMine, {})).requests.map((request) => request.id)).toEqual(named('done'));
    expect((await (await as(test, 'technician')).call(api.requests.listMine, {})).requests).toEqual([]);
  });
});

describe('the stat cards', () => {
  it('count every status, and cancelled requests in the total only', async () => {
    const { stats } = await admin.call(api.requests.stats, {});
    expect(stats).toEqual({ total: 7, pending: 3, assigned: 1, in_progress: 1, completed: 1 });
  });

  it('are all zero without requests', async () => {
    const empty = await testApp();
    try {
      const { stats } = await (await as(empty, 'auditor')).call(api.requests.stats, {});
      expect(stats).toEqual({ total: 0, pending: 0, assigned: 0, in_progress: 0, completed: 0 });
    } finally {
      await empty.close();
    }
  });
});
