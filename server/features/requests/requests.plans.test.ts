import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sorts } from '#contract/words/requests.ts';
import type { Tx } from '#server/db/transaction.ts';
import { hotCounts, hotPages, PLANNED_NOW, PLANNED_REQUESTS, type Rows } from '#server/testing/hot-queries.ts';
import { type Plan, problemsOf, type Watched, watch } from '#server/testing/plans.ts';
import { everything, requestFilters } from '#server/testing/request-filters.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { fillInBulk } from '../../../bench/fill.ts';
import * as contact from '../contact/contact.repo.ts';
import * as customers from '../customers/customers.repo.ts';
import * as notes from './detail/notes.repo.ts';
import { filtered, type RequestFilter } from './requests.filter.repo.ts';
import * as lists from './requests.list.repo.ts';
import * as repo from './requests.repo.ts';
import * as towns from './towns/towns.repo.ts';

const NOW = PLANNED_NOW;
const REQUESTS = PLANNED_REQUESTS;

let test: TestApp;
let watched: Watched;
let a: Rows;

beforeAll(async () => {
  test = await testApp({ now: () => NOW }, {}, { asOwner: true });
  watched = await watch(test.deps.db);
  const { db } = watched;
  await fillInBulk({ db, requests: REQUESTS, customers: 30_000, now: NOW, passwordHash: '-', step: () => undefined });
  const first = <T>(row: T | undefined): T => row ?? expect.fail('the database was not filled');
  const of = async (table: 'requests' | 'customers') =>
    first(await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirst()).id;
  const request = await of('requests');
  const { external_id } = first(
    await db.selectFrom('requests').select('external_id').where('id', '=', request).executeTakeFirst(),
  );
  const one = async (role: 'technician' | 'admin') =>
    first(await db.selectFrom('users').select('id').where('role', '=', role).limit(1).executeTakeFirst()).id;
  const file = first(await db.selectFrom('files').select('id').limit(1).executeTakeFirst()).id;
  // The first customer is a large account with every fiftieth request.
  const customer = await of('customers');
  a = { request, external_id, customer, technician: await one('technician'), admin: await one('admin'), file };
  // The set-up takes seconds, and many more on a busy machine.
});
afterAll(async () => {
  await watched?.close();
  await test?.close();
});

const firstMessages = { limit: 50, page: 1, preview: 200 } as const;
const firstPage = { limit: 50, page: 1, sort: 'created_desc' } as const;
const days = (n: number) => new Date(NOW.getTime() - n * 86_400_000);
const check = (plans: Plan[], kind?: 'page' | 'count') => {
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.flatMap((plan) => problemsOf(plan, kind))).toEqual([]);
};

const filters = requestFilters(NOW);
/** A search or a town within a status, or a search for what one row in twenty has, may skip the other rows, but only in an index. */
const reach = ({ search, status, town }: RequestFilter) =>
  (status && (search || town)) || ['stairwell lights', 'da', 'da’k'].includes(search ?? '') ? 'count' : 'page';

/** What a search or a figure's filter finds by priority is walked to in the index of that order, up to a thousand and one. */
const walk = ({ search, rating, service_type: service, town }: RequestFilter) =>
  search || rating || service || town !== undefined ? 'count' : 'page';

describe.each(sorts)('the list of requests, sorted %s', (sort) => {
  const kind = sort === 'priority' ? walk : reach;
  const run = (filter: RequestFilter) => (db: Tx) => lists.findPage(db, filter, { ...firstPage, sort });

  it.each(filters)('reads an index: %s', async (_, filter) => check(await watched.plansOf(run(filter)), kind(filter)));

  // A town by priority is sorted: below.
  const planned = filters.filter(([, { search, town }]) => !search && (town === undefined || sort !== 'priority'));
  it.each(planned)('reads an index with a plan for all values: %s', async (_, filter) =>
    check(await watched.plansForAllValues(run(filter)), kind(filter)),
  );
});

const ofTowns = filters.filter(([, { town }]) => town !== undefined);
const late = filters.filter(([name]) => /^(no filter|pending|urgent|unassigned|not cancelled)$/.test(name));

describe('the list of requests', () => {
  it.each(late)('finds a late page by priority in an index alone: %s', async (_, filter) => {
    const plans = await watched.plansOf((db) =>
      lists.findPage(db, filter, { ...firstPage, sort: 'priority', page: 20 }),
    );
    check(plans, 'count');
    expect(plans[0]?.scans.find((scan) => scan.endsWith('requests'))).toMatch(/Index Only Scan on requests/);
  });

  // Statistics know nothing of how statuses and dates belong together. An index on both limits what a wrong plan can read.
  it.each(filters.filter(([, { search, from }]) => !search && !from))(
    'expects about as many rows as there are: %s',
    async (_, filter) => {
      const matching = filtered(watched.db, filter);
      const { n } = await matching.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      // A few hundred rows more or less change no plan.
      const ratio = ((await watched.expectedRows(matching.select('id'))) + 500) / (n + 500);
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(2);
    },
  );

  it('never counts rows for statuses, priorities and assignment', async () => {
    const filter = { ...everything, status: 'completed', priority: 'low', assignment: 'assigned' } as const;
    const [page] = await watched.plansOf((db) => lists.findPage(db, filter, firstPage));
    expect(page?.tables).toContain('row_counts');
    expect(page?.looked.index).toBeLessThan(5_000);
    const [counts] = await watched.plansOf((db) => repo.countByStatus(db));
    expect(counts?.tables).toEqual(['row_counts']);
  });

  it.each([
    ['all', {}],
    ['completed', { status: 'completed' }],
    ['not cancelled', { without: 'cancelled' }],
    ['low and unassigned', { priority: 'low', assignment: 'unassigned' }],
  ] as const)('counts years in the figures, and only the days at their ends one by one: %s', async (_, fields) => {
    const filter = { from: days(1_800), before: days(100), ...fields };
    const page = (db: Tx) => lists.findPage(db, filter, firstPage);
    for (const [plan] of [await watched.plansOf(page), await watched.plansForAllValues(page)]) {
      expect(plan?.tables).toContain('request_figures');
      // Of more than 100,000 requests, those of some days; and a row for each month and technician.
      expect(plan?.looked.index).toBeLessThan(2_000);
      expect(plan?.looked.table).toBeLessThan(5_000);
    }
  });

  it.each(ofTowns)('sorts a town by priority in an index alone, planned for any town: %s', async (_, filter) => {
    const [found] = await watched.plansForAllValues((db) =>
      lists.findPage(db, filter, { ...firstPage, sort: 'priority' }),
    );
    expect(found?.scans).toEqual(['Index Only Scan on requests']);
    expect(found?.indexes).toEqual(['requests_town']);
  });

  it('finds the towns with a few looks into an index, however many requests they have', async () => {
    const [plan] = await watched.plansOf(towns.listTowns);
    expect(await towns.listTowns(watched.db)).toHaveLength(10);
    expect(plan?.indexes).toEqual(['requests_town']);
    expect(plan?.looked).toEqual({ table: 0, index: expect.any(Number) });
    expect(plan?.looked.index).toBeLessThan(20);
    expect(plan?.pages).toBeLessThan(100);
  });

  it('stops counting a common word', async () => {
    const { db } = watched;
    const filter = { ...everything, search: 'lights' };
    const first = await lists.findPage(db, filter, firstPage);
    expect(first).toMatchObject({ matched: 300, more_match: true, total: REQUESTS });
    const ninth = await lists.findPage(db, filter, { ...firstPage, page: 9 });
    expect(ninth).toMatchObject({ matched: 500, more_match: true });
    const last = await lists.findPage(db, filter, { ...firstPage, page: 20 });
    expect(last).toMatchObject({ matched: 1_000, more_match: true });
    const all = await Promise.all(
      Array.from({ length: 21 }, (_, n) => lists.findPage(db, filter, { ...firstPage, page: n + 1 })),
    );
    expect(all.map(({ rows }) => rows.length)).toEqual([...Array(20).fill(50), 0]);
    expect(new Set(all.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(1_000);
  });

  it.each([
    ['all', everything],
    ['completed', { ...everything, status: 'completed' }],
    ['assigned', { ...everything, assignment: 'assigned' }],
    ['low', { ...everything, priority: 'low' }],
  ] as const)('finds a late page in an index alone, and reads only its rows: %s', async (_, filter) => {
    const plans = await watched.plansOf((db) => lists.findPage(db, filter, { ...firstPage, page: 700 }));
    check(plans, 'count');
    expect(plans[0]?.scans.find((scan) => scan.endsWith('requests'))).toMatch(/Index Only Scan on requests/);
  });
});

const attention: RequestFilter['attention'][] = [
  { kind: 'unassigned_emergency' },
  { kind: 'refused_work' },
  { kind: 'no_signature' },
  { kind: 'long_pending', before: days(1) },
  { kind: 'long_in_progress', before: days(2) },
  { kind: 'low_rating', since: days(7) },
];

describe('the requests that need attention', () => {
  it.each(attention)('are found in an index: $kind', async (one) => {
    check(await watched.plansOf((db) => lists.findPage(db, { ...everything, attention: one }, firstPage)), 'count');
  });

  it('are counted in indexes, and no longer than to a thousand', async () => {
    const plans = await watched.plansOf((db) =>
      lists.countAttention(db, (kind) => attention.find((one) => one?.kind === kind) ?? expect.fail(kind)),
    );
    check(plans, 'count');
  });
});

const others = hotPages(() => a);
const counts = hotCounts(() => a);

describe('every other hot query', () => {
  it.each(others)('reads an index: %s', async (_, run) => check(await watched.plansOf(run)));
  // A search is never planned for all values, and a departure of a technician is rare.
  it.each([...others, ...counts].filter(([name]) => !/search|leaving/.test(name)))(
    'has a good plan for all values: %s',
    async (_, run) => check(await watched.plansForAllValues(run), 'count'),
  );
  it('counts what everyone has at hand in an index alone, and looks up only what was given today', async () => {
    const [plan] = await watched.plansOf((db) => repo.listAssignees(db, days(1)));
    expect(plan?.indexes).toEqual(['request_assignments_changed', 'requests_at_hand', 'requests_pkey']);
    expect(plan?.looked.table).toBeLessThan(500);
  });
  it.each(counts)('counts in an index: %s', async (_, run) => check(await watched.plansOf(run), 'count'));
});

describe("a technician's list", () => {
  it('has all open requests and the newest of the others, newest first', async () => {
    const { db } = watched;
    const mine = db.selectFrom('requests').select('id').where('assigned_to', '=', a.technician);
    const isOpen = mine.where('status', 'in', ['pending', 'assigned', 'in_progress']);
    const open = (await isOpen.execute()).map((row) => row.id);
    const rows = await lists.listAssignedTo(db, a.technician, 500);
    const ids = rows.map((row) => row.id);
    expect(rows).toHaveLength(500);
    expect(open.filter((id) => !ids.includes(id))).toEqual([]);
    const rest = ids.filter((id) => !open.includes(id));
    const newest = mine.where('status', 'in', ['completed', 'cancelled']).orderBy('id', 'desc').limit(rest.length);
    expect(rest).toEqual((await newest.execute()).map((row) => row.id));
    // The requests were inserted in the order of time, so the newest has the greatest id.
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect((await lists.listAssignedTo(db, a.technician, 3)).every((row) => open.includes(row.id))).toBe(true);
  });
});

describe('these tests', () => {
  it('fail when an index is missing', async () => {
    const list =
      (filter: RequestFilter, sort: lists.Page['sort'] = 'created_desc') =>
      (db: Tx) =>
        lists.findPage(db, filter, { ...firstPage, sort });
    const missing: [indexes: string[], run: (db: Tx) => Promise<unknown>][] = [
      [['requests_created'], list(everything)],
      [['requests_status', 'requests_status_priority'], list({ ...everything, status: 'cancelled' })],
      [['requests_unassigned'], list({ ...everything, assignment: 'unassigned' }, 'created_asc')],
      [['requests_priority'], list(everything, 'priority')],
      [['requests_status_priority'], list({ ...everything, status: 'pending' }, 'priority')],
      [['requests_unassigned_priority'], list({ ...everything, assignment: 'unassigned' }, 'priority')],
      [['requests_folded'], list({ ...everything, search: 'Chandelier' })],
      [['requests_folded'], list({ ...everything, search: 'zz' })],
      [['requests_town'], list({ ...everything, town: 'Zellwood' })],
      [['requests_town'], towns.listTowns],
      [['requests_town'], (db) => towns.findUnread(db, 500)],
      [['requests_number_1', 'requests_number_2'], list({ ...everything, search: '407 555 0777' })],
      [['customers_number_1', 'customers_number_2'], (db) => customers.listCustomers(db, '689 555 0180', firstPage)],
      [
        ['contact_messages_number_1', 'contact_messages_number_2'],
        (db) => contact.listMessages(db, { search: '689 555 0180' }, firstMessages),
      ],
      [['requests_customer'], (db) => customers.listHistories(db, [a.customer], { requests: 200, feedback: 100 })],
      [['requests_assigned', 'requests_open'], (db) => lists.listAssignedTo(db, a.technician, 500)],
      [['requests_at_hand', 'requests_open', 'requests_assigned'], (db) => repo.listAssignees(db, days(1))],
      [['request_assignments_changed'], (db) => repo.listAssignees(db, days(1))],
      [['request_notes_request'], (db) => notes.notesOf(db, a.request).execute()],
    ];
    for (const [indexes, run] of missing) {
      const plans = await watched.plansWithout(indexes, run);
      expect(
        plans.flatMap((plan) => problemsOf(plan)),
        indexes.join(),
      ).not.toEqual([]);
    }
  });
});
