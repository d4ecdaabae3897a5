import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/transaction.ts';
import { type Days, daysBefore, daysOf } from '#server/lib/days.ts';
import { aUser } from '#server/testing/people.ts';
import { type Plan, type Watched, watch } from '#server/testing/plans.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { findMonitored, type MonitorFilter } from './reports.monitor.repo.ts';
import { findAnalytics, findReport } from './reports.repo.ts';
import { rebuildFigures } from './reports.upkeep.service.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const TECHNICIANS = 30;
const PER_DAY = 60;
/** The days of the shorter history, and of the longer one, which is what came before that. */
const SHORT = 200;
const LONG = 1_000;

const all: Days = { from: null, to: null };
const zone = 'America/New_York';
/** The windows of the screens (spec §9). */
const lengths = ['last_7_days', 'last_30_days', 'last_90_days'] as const;
const namedAs = { last_7_days: '7 days', last_30_days: '30 days', last_90_days: '90 days' } as const;

let test: TestApp;
let watched: Watched;
let technician: number;
/** The plans of both histories. */
const plans = new Map<string, { short: Plan; long: Plan }>();

/** Requests of the same number on each of these days before now; the triggers would only take time. */
async function fill(from: number, before: number): Promise<void> {
  const { db } = watched;
  await sql`alter table requests disable trigger user`.execute(db);
  await sql`
    insert into requests (external_id, title, description, customer_id, customer_name, customer_email, customer_phone,
      customer_address, status, priority, service_type, assigned_to, rating, created_at, updated_at, completed_at,
      first_assigned_at)
    select 'REQ-' || lpad((day * ${PER_DAY}::int + n)::text, 9, '0') || '-AAAAA', 'Dark', 'Dark', c.id, 'Dana', 'dana@x.example',
      '1', 'x', case when (n + day) % 5 = 0 then 'in_progress' else 'completed' end::request_status,
      (array['low', 'medium', 'high', 'urgent'])[1 + n % 4]::request_priority, (array['A', 'B', 'C'])[1 + n % 3],
      ${technician}::int + n % ${TECHNICIANS}::int, case when (n + day) % 5 > 0 then 1 + n % 5 end, at, at,
      case when (n + day) % 5 > 0 then at + interval '1 day' end, at
    from generate_series(${from}::int, ${before}::int - 1) day, generate_series(1, ${PER_DAY}::int) n, customers c,
      lateral (select ${NOW}::timestamptz - day * interval '1 day' - n * interval '1 minute' as at) moment
    order by at
  `.execute(db);
  await sql`alter table requests enable trigger user`.execute(db);
  await rebuildFigures(test.deps);
  await sql`vacuum (analyze) requests, request_figures, request_service_figures, request_figure_changes`.execute(db);
}

const report = (days: Days, assignee?: number) => (db: Tx) =>
  findReport(db, { current: days, previous: daysBefore(days, { inMonths: false }) }, { zone, assignee }, 'figures');
const monitor =
  (filter: Partial<MonitorFilter> & { days: Days }) =>
  (db: Tx): Promise<unknown> =>
    findMonitored(db, { limit: 50, page: 1, ...filter }, zone, 'figures');
const monitored = (period: (typeof lengths)[number]) => daysOf({ period }, NOW, zone, { isMonthBack: true });
const month = monitored('last_30_days');
const windows: [name: string, run: (db: Tx) => Promise<unknown>][] = [
  ...lengths.flatMap((period): typeof windows => {
    const days = daysOf({ period }, NOW, zone);
    return [
      [`the report of ${namedAs[period]}`, report(days)],
      [`the report of ${namedAs[period]} of one technician`, (db) => report(days, technician)(db)],
    ];
  }),
  // The monitor has no window of 90 days by name, but any range of dates.
  ...lengths.map((period): (typeof windows)[number] => [
    `the monitor of ${namedAs[period]}`,
    monitor({ days: monitored(period) }),
  ]),
  ['the monitor of 30 days, in progress', monitor({ days: month, status: 'in_progress' })],
  ['the monitor of 30 days, found by name', monitor({ days: month, search: 'no. 7' })],
  ['analytics', (db) => findAnalytics(db)],
];
const ever: typeof windows = [
  ['the report of all time', report(all)],
  ['the report of all time of one technician', (db) => report(all, technician)(db)],
  ['the monitor of all time', monitor({ days: all })],
  ['the monitor of all time, completed', monitor({ days: all, status: 'completed' })],
  ['the monitor of all time, in progress', monitor({ days: all, status: 'in_progress' })],
];

beforeAll(async () => {
  test = await testApp({ now: () => NOW }, {}, { asOwner: true });
  watched = await watch(test.deps.db);
  const ids: number[] = [];
  for (let n = 0; n < TECHNICIANS; n += 1) ids.push((await aUser(test, 'technician')).id);
  technician = Math.min(...ids);
  const customer = { name: 'Dana', email: 'dana@x.example', phone: '1', address: 'x', created_at: NOW };
  await test.deps.db.insertInto('customers').values(customer).execute();
  // No query of these tests searches, and this index takes the most time.
  await sql`drop index requests_search`.execute(watched.db);
  const planned = async () => {
    const found: [name: string, plan: Plan][] = [];
    for (const [name, run] of [...windows, ...ever]) {
      const [plan] = await watched.plansOf(run);
      if (plan) found.push([name, plan]);
    }
    return found;
  };
  await fill(0, SHORT);
  const short = new Map(await planned());
  await fill(SHORT, LONG);
  for (const [name, long] of await planned()) plans.set(name, { short: short.get(name) ?? expect.fail(name), long });
});
afterAll(async () => {
  await watched?.close();
  await test?.close();
});

/** What is read as a whole: tables of some rows, and the changes of the last minute. */
const SMALL = /users|row_counts|request_figures_zone|request_figure_changes/;
const wholeScans = ({ scans }: Plan) => scans.filter((scan) => scan.startsWith('Seq Scan') && !SMALL.test(scan));
const of = (name: string) => plans.get(name) ?? expect.fail(name);

describe('with 12,000 and with 60,000 requests', () => {
  it.each(windows)('costs the same, whatever the length of the history: %s', (name) => {
    const { short, long } = of(name);
    // The longer history has indexes of one level more, and days that share a page with others.
    expect(long.pages).toBeLessThan(short.pages * 1.1 + 20);
    expect(long.looked.table).toBeLessThanOrEqual(short.looked.table);
  });

  it.each([...windows, ...ever])('reads no table of requests or figures as a whole: %s', (name) => {
    expect(wholeScans(of(name).long)).toEqual([]);
  });

  it.each([...windows, ...ever].filter(([name]) => !/found|analytics/.test(name)))(
    'has such a plan for all values, too: %s',
    async (_, run) => {
      const [plan] = await watched.plansForAllValues(run);
      // A statement that is too long for a name would be planned anew for each call, at the cost of its run.
      expect(plan).toBeDefined();
      expect(plan ? wholeScans(plan) : []).toEqual([]);
    },
  );

  it.each([...windows, ...ever].map(([name]) => name).filter((name) => !name.includes('monitor')))(
    'reads no request: %s',
    (name) => {
      expect(of(name).long.tables).not.toContain('requests');
    },
  );

  it.each([...windows, ...ever].map(([name]) => name).filter((name) => name.includes('monitor')))(
    'finds the newest requests of each technician in an index: %s',
    (name) => {
      const { scans, looked } = of(name).long;
      expect(scans.filter((scan) => scan.endsWith(' requests'))).toEqual(['Index Scan on requests']);
      expect(looked.table).toBeLessThanOrEqual(name.includes('30 days') ? 2_000 : 1_200);
    },
  );
});
