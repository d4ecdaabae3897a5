import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/transaction.ts';
import { type Plan, problemsOf, type Watched, watch } from '#server/testing/plans.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { fillTrail } from '#server/testing/trail.ts';
import { fillInBulk } from '../../../../bench/fill.ts';
import * as lists from './list.repo.ts';
import { readTrailSearch } from './search.repo.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const EVENTS = 200_000;

let test: TestApp;
let watched: Watched;
let admin: number;
beforeAll(async () => {
  test = await testApp({ now: () => NOW }, {}, { asOwner: true });
  watched = await watch(test.deps.db);
  const { db } = watched;
  await fillInBulk({ db, requests: 20_000, customers: 4_000, now: NOW, passwordHash: '-', step: () => undefined });
  const [first] = await db.selectFrom('users').select('id').orderBy('id').limit(1).execute();
  admin = first?.id ?? expect.fail('there are no users');
  await fillTrail(db, EVENTS, { now: NOW, first: admin });
  // Seals that would verify take a while and make no difference to a plan.
  await sql`insert into audit_seals select row_number() over (order by id), id, '', '', '', at from audit_events`.execute(
    db,
  );
  await sql`delete from audit_unsealed`.execute(db);
  await sql`vacuum analyze`.execute(db);
});
afterAll(async () => {
  await watched?.close();
  await test?.close();
});

const everything: lists.EntryFilter = { from: null, before: null };
const first = { cursor: undefined, limit: 51 };
const days = (n: number) => new Date(NOW.getTime() - n * 86_400_000);
const check = (plans: Plan[]) => {
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.flatMap((plan) => problemsOf(plan))).toEqual([]);
};
/** Combinations that no index has whole may skip entries of one person, as long as they do so in an index alone. */
const checkSkimming = (plans: Plan[]) => {
  expect(plans.flatMap((plan) => problemsOf(plan, 'count'))).toEqual([]);
  expect(plans.every(({ looked }) => looked.table <= 2_000)).toBe(true);
};

const filters: [name: string, filter: () => lists.EntryFilter][] = [
  ['no filter', () => everything],
  ['the busiest person', () => ({ ...everything, actor: admin })],
  ['a technician', () => ({ ...everything, actor: admin + 3 })],
  ['somebody without entries', () => ({ ...everything, actor: 2_000_000 })],
  ['visitors', () => ({ ...everything, actor: 'visitor' })],
  ['a common action', () => ({ ...everything, action: 'requests.change_status' })],
  ['a rare action', () => ({ ...everything, action: 'settings.update' })],
  ['an action that nobody took', () => ({ ...everything, action: 'auth.setup' })],
  ['the most common kind of thing', () => ({ ...everything, entity: 'request' })],
  ['a rare kind of thing', () => ({ ...everything, entity: 'settings' })],
  ['one request', () => ({ ...everything, entity: 'request', entity_id: 777 })],
  ['today', () => ({ ...everything, from: days(1) })],
  ['a month of long ago', () => ({ from: days(400), before: days(370) })],
  ['a time without entries', () => ({ from: days(9_000), before: days(8_000) })],
  ['a person in a month of long ago', () => ({ actor: admin, from: days(400), before: days(370) })],
  ['an action in a month of long ago', () => ({ action: 'requests.assign', from: days(400), before: days(370) })],
  ['a kind of thing in a month of long ago', () => ({ entity: 'user', from: days(400), before: days(370) })],
  ['a person and a common action', () => ({ ...everything, actor: admin, action: 'requests.change_status' })],
  ['a person and a kind of thing', () => ({ ...everything, actor: admin, entity: 'user' })],
];
const skimmed: [name: string, filter: () => lists.EntryFilter][] = [
  [
    'a person and an action that the person never took',
    () => ({ ...everything, actor: admin, action: 'contact.submit' }),
  ],
  ['a person and a rare kind of thing', () => ({ ...everything, actor: admin + 1, entity: 'settings' })],
];

describe('A page of the trail', () => {
  it.each(filters)('reads an index: %s', async (_, filter) => {
    check(await watched.plansOf((db) => lists.listEntries(db, filter(), first)));
  });

  it.each(filters)('reads an index also by a plan for all values: %s', async (_, filter) => {
    check(await watched.plansForAllValues((db) => lists.listEntries(db, filter(), first)));
  });

  it.each(skimmed)('skips entries in an index alone: %s', async (_, filter) => {
    checkSkimming(await watched.plansOf((db) => lists.listEntries(db, filter(), first)));
    checkSkimming(await watched.plansForAllValues((db) => lists.listEntries(db, filter(), first)));
  });

  it.each(filters)('costs the same when it lies deep: %s', async (_, filter) => {
    const page = { cursor: '30000', limit: 51 };
    check(await watched.plansOf((db) => lists.listEntries(db, filter(), page)));
    check(await watched.plansForAllValues((db) => lists.listEntries(db, filter(), page)));
  });
});

/** A search reads at most so many of the newest entries before it asks the indexes. */
const WALKED = 20_000;
const searches: [name: string, search: () => Promise<string> | string][] = [
  ['a tracking ID', () => trackingId()],
  ['a part of a tracking ID', async () => (await trackingId()).slice(4, 13)],
  ['an action and a tracking ID', async () => `assigned ${await trackingId()}`],
  ['a rare action', () => 'Settings changed'],
  ['an action that nobody took', () => 'First admin set up'],
  ['a common action', () => 'Request assigned'],
  ['the busiest person', () => `Person ${admin}`],
  ['an address of the network', () => '203.0.113.77'],
  ['a word of every entry', () => 'ring'],
  ['a word of no entry', () => 'zebra'],
  ['a word of many requests', () => 'parking'],
  ['two letters', () => 'zq'],
];
const trackingId = async () =>
  (await watched.db.selectFrom('requests').select('external_id').where('id', '=', 777).executeTakeFirstOrThrow())
    .external_id;

describe('A search of the trail', () => {
  const run = (search: lists.EntryFilter['search'], filter: Partial<lists.EntryFilter> = {}, cursor?: string) =>
    watched.plansOf((db) => lists.listEntries(db, { ...everything, ...filter, search }, { ...first, cursor }));
  const checkBounded = (plans: Plan[], most = WALKED) => {
    // There are so few contact messages here that PostgreSQL reads the whole table.
    const larger = plans.filter(({ tables }) => tables.some((table) => table !== 'contact_messages'));
    expect(larger.length).toBeGreaterThan(0);
    expect(larger.flatMap((plan) => problemsOf(plan, 'count'))).toEqual([]);
    for (const { looked } of larger) expect(Math.max(looked.table, looked.index)).toBeLessThanOrEqual(most);
  };

  it.each(searches)('reads indexes: %s', async (_, search) => {
    const text = await search();
    checkBounded(await watched.plansOf((db) => readTrailSearch(db, text)));
    const read = await readTrailSearch(watched.db, text);
    checkBounded(await run(read));
    checkBounded(await run(read, {}, '30000'));
    checkBounded(await run(read, { action: 'requests.assign' }));
    // Entries of the action by other people are skipped.
    checkBounded(await run(read, { actor: admin, action: 'requests.assign' }), 2 * WALKED);
    checkBounded(await run(read, { from: days(400), before: days(370) }));
  });

  it('sees that an index is missing', async () => {
    const read = await readTrailSearch(watched.db, 'zebra');
    const plans = await watched.plansWithout(['audit_events_folded'], (db) =>
      lists.listEntries(db, { ...everything, search: read }, first),
    );
    expect(plans.flatMap((plan) => problemsOf(plan, 'count'))).not.toEqual([]);
  });
});

const others: [name: string, run: (db: Tx) => Promise<unknown>][] = [
  ['one entry', (db) => lists.findEntry(db, '777')],
  ['the people who have entries', (db) => lists.listActors(db)],
];
describe('Every other query', () => {
  it.each(others)('reads an index: %s', async (_, run) => {
    check(await watched.plansOf(run));
    check(await watched.plansForAllValues(run));
  });
});

describe('These tests', () => {
  const indexes: [index: string, filter: () => lists.EntryFilter][] = [
    ['audit_events_at', () => everything],
    ['audit_events_actor', () => ({ ...everything, actor: 2_000_000 })],
    ['audit_events_action', () => ({ ...everything, action: 'settings.update' })],
    ['audit_events_entity, audit_events_thing', () => ({ ...everything, entity: 'settings' })],
    ['audit_events_thing', () => ({ ...everything, entity: 'request', entity_id: 777 })],
  ];
  it.each(indexes)('see that an index is missing: %s', async (names, filter) => {
    const plans = await watched.plansWithout(names.split(', '), (db) => lists.listEntries(db, filter(), first));
    expect(plans.flatMap((plan) => problemsOf(plan))).not.toEqual([]);
  });
});
