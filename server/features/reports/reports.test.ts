import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { aSession } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-03-10T15:00:00Z');
/** What admins and auditors read. The monthly report has a test of its own. */
const { report, export: exported, analytics, monitor } = api.reports;
const endpoints = Object.entries({ report, export: exported, analytics, monitor }).map(([name, endpoint]) => ({
  name,
  endpoint,
}));
const query = (name: string, more: object = {}) => ({ query: name === 'export' ? { table: 'status', ...more } : more });

/** Moves the clock, and gives the readers sessions of that time. */
async function setClock(instant: string) {
  clock.set(instant);
  for (const who of [admin, auditor]) Object.assign(who, test.caller(await aSession(test, who.id)));
}

let test: TestApp;
let admin: Person;
let auditor: Person;
let tina: Person;
let otto: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin', { name: 'Ada Admin' });
  auditor = await as(test, 'auditor');
});
afterAll(() => test.close());

const nothing = {
  total: 0,
  by_status: { pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 },
  average_resolution_seconds: null,
  ...{ rated: 0, average_rating: null, satisfied: 0 },
  ...{ responded: 0, average_first_response_seconds: null, assigned_same_day: 0 },
};

describe('an installation without requests', () => {
  it('has a report with zeros, and null where there is nothing to average', async () => {
    const { report } = await admin.call(api.reports.report, { query: { period: 'last_7_days' } });
    expect(report).toEqual({
      days: { from: '2026-03-03', to: '2026-03-10' },
      figures: nothing,
      previous: { days: { from: '2026-02-23', to: '2026-03-02' }, figures: nothing },
      ...{ total_requests: 0, technicians_total: 0 },
      by_priority: { low: 0, medium: 0, high: 0, urgent: 0 },
      by_service_type: [],
      ratings: [0, 0, 0, 0, 0],
      timeline: { step: 'day', steps: [] },
      technicians: [],
    });
  });

  it('has analytics of its users, and a monitor without technicians', async () => {
    expect(await auditor.call(api.reports.analytics, {})).toEqual({
      requests: nothing.by_status,
      users: { total: 2, active: 2, admins: 1, technicians: 0, auditors: 1 },
    });
    expect(await auditor.call(api.reports.monitor, {})).toEqual({
      technicians: [],
      ...{ matched: 0, more_match: false, total: 0, page: 1, limit: 50 },
    });
  });
});

describe('a report is refused', () => {
  it.each(endpoints)('without a session, and to a technician: $name', async ({ name, endpoint }) => {
    const technician = await as(test, 'technician');
    expect((await test.caller().attempt(endpoint, query(name))).status).toBe(401);
    expect((await technician.attempt(endpoint, query(name))).status).toBe(403);
    for (const who of [admin, auditor]) expect((await who.attempt(endpoint, query(name))).status).toBe(200);
    await test.deps.db.deleteFrom('users').where('id', '=', technician.id).execute();
  });

  const periods = 'Must be one of: all, last_7_days, last_30_days, last_90_days, custom';
  const monitored = 'Must be one of: all, today, last_7_days, last_30_days, custom';
  const order = { period: 'custom', from: '2026-03-02', to: '2026-03-01' };
  it.each([
    ['report', order, 'from', 'Start date cannot be after end date'],
    ['export', order, 'from', 'Start date cannot be after end date'],
    ['monitor', order, 'from', 'Start date cannot be after end date'],
    ['report', { period: 'today' }, 'period', periods],
    ['export', { period: 'last_year' }, 'period', periods],
    ['monitor', { period: 'last_90_days' }, 'period', monitored],
    ['report', { period: 'custom', from: '2026-02-29' }, 'from', 'Please enter a valid date'],
    ['monitor', { period: 'custom', to: 'soon' }, 'to', 'Please enter a valid date'],
    ['report', { technician: '0' }, 'technician', 'Not a valid id'],
    ['report', { technician: '2147483648' }, 'technician', 'Not a valid id'],
    ['export', { technician: 'Tina' }, 'technician', 'Not a valid id'],
    [
      'export',
      { table: 'users' },
      'table',
      'Must be one of: status, priority, service_type, timeline, technicians, ratings',
    ],
    ['monitor', { status: 'cancelled' }, 'status', 'Must be one of: pending, assigned, in_progress, completed'],
    ['monitor', { page: '0' }, 'page', 'Must be a whole number of at least 1'],
    ['monitor', { limit: '51' }, 'limit', 'Must be at most 50'],
    ['monitor', { search: 'x'.repeat(201) }, 'search', 'Must be at most 200 characters'],
    ['report', { status: 'pending' }, 'status', 'Unknown field'],
    ['export', { page: '1' }, 'page', 'Unknown field'],
    ['monitor', { technician: '1' }, 'technician', 'Unknown field'],
  ] as const)('%s with %j', async (name, fields, field, message) => {
    const answer = await admin.attempt(api.reports[name], query(name, fields));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'validation_failed', message, details: [{ field, message }] });
  });
});

describe('with requests', () => {
  beforeAll(async () => {
    tina = await as(test, 'technician', { name: 'Tina Torres' });
    otto = await as(test, 'technician', { name: 'Otto 100%_Okafor' });
    await setClock('2026-02-27T15:00:00Z');
    await aRequest(test, { priority: 'low', service_type: 'Emergency Service' });
    await setClock('2026-03-08T15:00:00Z');
    await anAssignedRequest(test, admin, tina, 'in_progress');
    const done = await aRequest(test, { priority: 'emergency', service_type: 'Other' });
    await setClock('2026-03-09T15:00:00Z');
    const params = { id: String(done.id) };
    await admin.call(api.requests.assign, { params, body: { technician_id: otto.id } });
    await setClock('2026-03-09T16:30:00Z');
    await admin.call(api.requests.changeStatus, { params, body: { status: 'completed' } });
    await test.deps.db.updateTable('requests').set({ rating: 4 }).where('id', '=', done.id).execute();
    await setClock('2026-03-10T15:00:00Z');
    await anAssignedRequest(test, admin, tina);
  });

  it('a report has the figures of its period and of the days before', async () => {
    const { report } = await admin.call(api.reports.report, { query: { period: 'last_7_days' } });
    expect(report).toEqual({
      days: { from: '2026-03-03', to: '2026-03-10' },
      figures: {
        total: 3,
        by_status: { pending: 0, assigned: 1, in_progress: 1, completed: 1, cancelled: 0 },
        average_resolution_seconds: 25.5 * 3_600,
        ...{ rated: 1, average_rating: 4, satisfied: 1 },
        ...{ responded: 3, average_first_response_seconds: 8 * 3_600, assigned_same_day: 2 },
      },
      previous: {
        days: { from: '2026-02-23', to: '2026-03-02' },
        figures: { ...nothing, total: 1, by_status: { ...nothing.by_status, pending: 1 } },
      },
      ...{ total_requests: 4, technicians_total: 2 },
      by_priority: { low: 0, medium: 2, high: 0, urgent: 1 },
      by_service_type: [{ service_type: 'Other', requests: 3 }],
      ratings: [0, 0, 0, 1, 0],
      timeline: {
        step: 'day',
        // Every day of the period, also those before the first request.
        steps: [
          ...['03', '04', '05', '06', '07'].map((day) => ({ day: `2026-03-${day}`, ...nothing.by_status })),
          { day: '2026-03-08', ...nothing.by_status, in_progress: 1, completed: 1 },
          { day: '2026-03-09', ...nothing.by_status },
          { day: '2026-03-10', ...nothing.by_status, assigned: 1 },
        ],
      },
      technicians: [
        {
          ...{ id: otto.id, name: otto.name, is_active: true },
          ...{ total: 1, assigned: 0, in_progress: 0, completed: 1, rated: 1, average_rating: 4 },
        },
        {
          ...{ id: tina.id, name: tina.name, is_active: true },
          ...{ total: 2, assigned: 1, in_progress: 1, completed: 0, rated: 0, average_rating: null },
        },
      ],
    });
  });

  it('a report is of one technician, of all time, and of days that are both given', async () => {
    const of = async (query: object) => (await auditor.call(api.reports.report, { query })).report;
    const hers = await of({ technician: String(tina.id) });
    expect(hers).toMatchObject({
      days: { from: null, to: null },
      previous: null,
      total_requests: 4,
      figures: { total: 2 },
    });
    expect(hers.technicians.map(({ id }) => id)).toEqual([tina.id]);
    const unknown = await of({ technician: '2147483647' });
    expect(unknown).toMatchObject({ figures: nothing, technicians: [], technicians_total: 2 });
    const february = await of({ period: 'custom', from: '2026-02-01', to: '2026-02-28' });
    expect(february).toMatchObject({
      previous: { days: { from: '2026-01-01', to: '2026-01-31' } },
      figures: { total: 1 },
      by_service_type: [{ service_type: 'Emergency Service', requests: 1 }],
    });
    expect((await of({ period: 'custom', from: '2026-03-01' })).figures.total).toBe(4);
    expect((await of({ period: 'custom', from: '0000-01-01', to: '9999-12-31' })).figures.total).toBe(4);
  });

  it('a timeline has every day of a short period until today, and of a longer one those with requests and between', async () => {
    const endsOf = async (from: string, to: string) => {
      const { report } = await admin.call(api.reports.report, { query: { period: 'custom', from, to } });
      const { step, steps } = report.timeline;
      return [step, steps[0]?.day, steps.at(-1)?.day, steps.length];
    };
    expect(await endsOf('2026-02-20', '2026-02-28')).toEqual(['day', '2026-02-20', '2026-02-28', 9]);
    expect(await endsOf('2026-01-01', '2026-04-02')).toEqual(['day', '2026-01-01', '2026-03-10', 69]);
    expect(await endsOf('2026-01-01', '2026-04-03')).toEqual(['day', '2026-02-27', '2026-03-10', 12]);
    expect(await endsOf('2026-03-20', '2026-03-25')).toEqual(['day', undefined, undefined, 0]);
  });

  it('a report names people who are no technicians any more only when they have requests in its period', async () => {
    const { db } = test.deps;
    const gone = await as(test, 'technician', { name: 'Gone' });
    const { id } = await anAssignedRequest(test, admin, gone);
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', gone.id).execute();
    const named = async (period: 'last_7_days' | 'custom') => {
      const days = { from: '2026-01-01', to: '2026-01-31' };
      const { report } = await admin.call(api.reports.report, { query: { period, ...days } });
      return report.technicians.map(({ name, is_active, total }) => [name, is_active, total]);
    };
    expect(await named('last_7_days')).toEqual([
      ['Gone', false, 1],
      [otto.name, true, 1],
      [tina.name, true, 2],
    ]);
    expect(await named('custom')).toEqual([
      [otto.name, true, 0],
      [tina.name, true, 0],
    ]);
    await db.updateTable('requests').set({ assigned_to: tina.id }).where('id', '=', id).execute();
    await db.updateTable('requests').set({ status: 'cancelled' }).where('id', '=', id).execute();
  });

  it('analytics counts requests by status, and users by role', async () => {
    expect(await admin.call(api.reports.analytics, {})).toEqual({
      requests: { pending: 1, assigned: 1, in_progress: 1, completed: 1, cancelled: 1 },
      users: { total: 4, active: 4, admins: 1, technicians: 2, auditors: 1 },
    });
  });

  it('the monitor has a card for each technician, with counts and the newest requests', async () => {
    const { technicians, ...page } = await admin.call(api.reports.monitor, {});
    expect(page).toEqual({ matched: 2, more_match: false, total: 2, page: 1, limit: 50 });
    expect(technicians.map(({ name, counts }) => [name, counts])).toEqual([
      [otto.name, { total: 1, pending: 0, in_progress: 0, completed: 1 }],
      [tina.name, { total: 3, pending: 1, in_progress: 1, completed: 0 }],
    ]);
    expect(technicians[1]).toMatchObject({ email: tina.email, phone: null, base_location: null, is_active: true });
    expect(technicians[1]?.requests.map(({ status, created_at }) => [status, created_at])).toEqual([
      ['cancelled', '2026-03-10T15:00:00.000Z'],
      ['assigned', '2026-03-10T15:00:00.000Z'],
      ['in_progress', '2026-03-08T15:00:00.000Z'],
    ]);
    expect(technicians[0]?.requests).toEqual([
      {
        id: expect.any(Number),
        external_id: expect.stringMatching(/^REQ-/),
        title: 'Dark parking lot',
        status: 'completed',
        priority: 'urgent',
        customer: { name: 'Dana Whitfield', email: 'dana@whitfield.example' },
        created_at: '2026-03-08T15:00:00.000Z',
      },
    ]);
  });

  it.each([
    [{ status: 'assigned' }, { total: 1, pending: 1, in_progress: 0, completed: 0 }, ['assigned']],
    [{ status: 'pending' }, { total: 0, pending: 0, in_progress: 0, completed: 0 }, []],
    [{ status: 'in_progress', period: 'today' }, { total: 0, pending: 0, in_progress: 0, completed: 0 }, []],
    [{ period: 'today' }, { total: 2, pending: 1, in_progress: 0, completed: 0 }, ['cancelled', 'assigned']],
    [
      { period: 'custom', from: '2026-03-08', to: '2026-03-08' },
      { total: 1, pending: 0, in_progress: 1, completed: 0 },
      ['in_progress'],
    ],
  ] as const)('the monitor filters requests by %j', async (query, counts, statuses) => {
    const { technicians } = await admin.call(api.reports.monitor, { query: { search: 'TINA', ...query } });
    expect(technicians).toMatchObject([{ name: tina.name, counts }]);
    expect(technicians[0]?.requests.map(({ status }) => status)).toEqual(statuses);
  });

  it('the monitor searches names and addresses without case, and has pages', async () => {
    const found = async (query: object) => {
      const { technicians, matched } = await admin.call(api.reports.monitor, { query });
      return [technicians.map(({ name }) => name), matched];
    };
    expect(await found({ search: 'torres' })).toEqual([[tina.name], 1]);
    expect(await found({ search: `torres ${tina.email}` })).toEqual([[tina.name], 1]);
    expect(await found({ search: `${tina.email} ada` })).toEqual([[], 0]);
    expect(await found({ search: tina.email.toUpperCase() })).toEqual([[tina.name], 1]);
    expect(await found({ search: '%' })).toEqual([[otto.name], 1]);
    expect(await found({ search: '_' })).toEqual([[otto.name], 1]);
    expect(await found({ search: '\\' })).toEqual([[], 0]);
    expect(await found({ search: 'ada' })).toEqual([[], 0]);
    expect(await found({ limit: '1', page: '2' })).toEqual([[tina.name], 2]);
    expect(await found({ limit: '1', page: '3' })).toEqual([[], 2]);
  });
});
