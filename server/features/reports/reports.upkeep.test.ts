import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Tx } from '#server/db/transaction.ts';
import { schedulesOf, tasksOf } from '#server/schedules.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { listJobs } from '#server/testing/jobs-stored.ts';
import { aLog } from '#server/testing/log.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import * as repo from './reports.upkeep.repo.ts';
import { keepFigures, rebuildFigures, UPKEEP_TASK, verifyFigures } from './reports.upkeep.service.ts';

let test: TestApp;
let admin: Person;
let tina: Person;
let otto: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
  tina = await as(test, 'technician', { name: 'Tina' });
  otto = await as(test, 'technician', { name: 'Otto' });
  for (let n = 0; n < 4; n += 1) await anAssignedRequest(test, admin, tina, n % 2 ? 'completed' : 'in_progress');
  await aRequest(test, { service_type: 'Emergency Service' });
});
afterAll(() => test.close());

const exact = { wrong: 0, differences: [] };
const verdict = () => verifyFigures(test.deps);
const zoneNow = () => test.deps.settings.business.time_zone;
const unfolded = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from request_figure_changes`.execute(test.deps.db)).rows[0]?.n;
const rowsOf = async () =>
  (
    await sql<{ days: number; services: number }>`
      select (select count(*)::int from request_figures) as days, (select count(*)::int from request_service_figures) as services
    `.execute(test.deps.db)
  ).rows[0];
const run = (statement: string) => sql.raw(statement).execute(test.deps.db);
const reportOf = async (query: object = {}) => (await admin.call(api.reports.report, { query })).report;

describe('the upkeep of the figures', () => {
  it('builds them when there are none, and then moves what has changed; the answers stay the same', async () => {
    expect(await verdict()).toEqual({ zone: null, ...exact });
    const raw = await reportOf();
    await keepFigures(test.deps);
    expect(await verdict()).toEqual({ zone: zoneNow(), ...exact });
    expect(await unfolded()).toBe(0);
    expect(await reportOf()).toEqual(raw);

    await anAssignedRequest(test, admin, otto);
    const changed = await reportOf();
    expect(changed.figures.total).toBe(raw.figures.total + 1);
    expect(await unfolded()).toBeGreaterThan(0);
    await keepFigures(test.deps);
    expect(await unfolded()).toBe(0);
    expect(await verdict()).toEqual({ zone: zoneNow(), ...exact });
    expect(await reportOf()).toEqual(changed);
  });

  it('removes rows that have no requests any more', async () => {
    const before = await rowsOf();
    const rosa = await as(test, 'technician', { name: 'Rosa' });
    const { id } = await anAssignedRequest(test, admin, rosa);
    await keepFigures(test.deps);
    expect(await rowsOf()).not.toEqual(before);
    await run(`update requests set assigned_to = ${otto.id} where id = ${id}`);
    await keepFigures(test.deps);
    expect(await rowsOf()).toEqual(before);
    expect(await verdict()).toEqual({ zone: zoneNow(), ...exact });
  });

  it('moves many changes in several steps', async () => {
    // What is built anew has all changes.
    await keepFigures(test.deps);
    // Pairs that change nothing in sum.
    await run(`insert into request_figure_changes (n, assigned_to, status, priority, created_at)
      select sign, ${tina.id}, 'pending', 'low', now() from generate_series(1, 20500) i, (values (1), (-1)) pair (sign)`);
    await keepFigures(test.deps);
    expect(await unfolded()).toBe(0);
    expect(await verdict()).toEqual({ zone: zoneNow(), ...exact });
  });

  it('follows the business to another time zone: a change of the settings asks for it', async () => {
    const { settings } = await admin.call(api.settings.get, {});
    const { updated_at: _, ...body } = { ...settings, time_zone: 'Pacific/Kiritimati' };
    await admin.call(api.settings.update, { body });
    expect((await listJobs(test.deps.db, `tasks/${UPKEEP_TASK}`)).map(({ state }) => state)).toEqual(['created']);
    const raw = await reportOf({ period: 'last_7_days' });
    const task = tasksOf(test.deps).find(({ name }) => name === UPKEEP_TASK);
    await task?.run(new AbortController().signal);
    expect(await verdict()).toEqual({ zone: 'Pacific/Kiritimati', ...exact });
    expect(await reportOf({ period: 'last_7_days' })).toEqual(raw);
  });

  it('is asked for every minute and at a start, and the verification every night', () => {
    const of = (name: string) => schedulesOf(test.deps).find((schedule) => schedule.name === name);
    expect(of('reports.figures')).toMatchObject({ cron: '* * * * *', atStart: true });
    expect(of('reports.verify')).toMatchObject({ cron: '35 3 * * *' });
  });

  it('is done by one process at a time, and the others leave it alone', async () => {
    await anAssignedRequest(test, admin, tina);
    const changes = await unfolded();
    await test.deps.transaction(async (tx) => {
      await repo.beginUpkeep(tx);
      await keepFigures(test.deps);
      expect(await rebuildFigures(test.deps)).toBe(false);
      expect(await unfolded()).toBe(changes);
    });
    const other = await testApp({}, {}, { join: test });
    await Promise.all([keepFigures(test.deps), keepFigures(other.deps), keepFigures(test.deps)]);
    await other.close();
    expect(await unfolded()).toBe(0);
    expect(await verdict()).toMatchObject(exact);
  });

  it.each([
    ['a fold', (tx: Tx) => repo.foldChanges(tx, zoneNow(), 1_000)],
    ['a build', (tx: Tx) => repo.buildFigures(tx, zoneNow())],
  ])('loses nothing when it is killed in the middle: %s', async (_, upkeep) => {
    await anAssignedRequest(test, admin, tina);
    const before = [await reportOf(), await rowsOf(), await unfolded()];
    const killed = test.deps.transaction(async (tx) => {
      await repo.beginUpkeep(tx);
      await upkeep(tx);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    await expect(killed).rejects.toThrow();
    expect([await reportOf(), await rowsOf(), await unfolded()]).toEqual(before);
    await keepFigures(test.deps);
    expect(await unfolded()).toBe(0);
    expect(await verdict()).toMatchObject(exact);
  });
});

describe('among writers and readers', () => {
  it('every report has each request once, while the figures are folded and built anew', async () => {
    const { db } = test.deps;
    const ids = (await db.selectFrom('requests').select('id').execute()).map(({ id }) => id);
    const total = ids.length;
    let isOver = false;
    const statuses = ['pending', 'assigned', 'in_progress', 'cancelled'];
    const writer = async (nth: number) => {
      for (let n = 0; n < 60; n += 1) {
        const id = ids[(n * 3 + nth) % total];
        const to = [tina.id, otto.id, 'null'][(n + nth) % 3];
        const status = statuses[(n * nth + n) % 4];
        await run(`update requests set status = '${status}', completed_at = null, rating = null, customer_notes = null,
          assigned_to = ${to} where id = ${id}`);
      }
    };
    const keeper = async (work: () => Promise<unknown>) => {
      let rounds = 0;
      for (; !isOver; rounds += 1) await work();
      return rounds;
    };
    const reader = () =>
      keeper(async () => {
        const { figures, by_service_type } = await reportOf();
        const { by_status } = figures;
        expect(figures.total).toBe(total);
        expect(Object.values(by_status).reduce((sum, n) => sum + n, 0)).toBe(total);
        expect(by_service_type.reduce((sum, { requests }) => sum + requests, 0)).toBe(total);
      });
    const others = [
      reader(),
      reader(),
      keeper(() => keepFigures(test.deps)),
      keeper(() => rebuildFigures(test.deps)),
      keeper(async () => expect(await verdict()).toMatchObject(exact)),
    ];
    await Promise.all([1, 2, 3].map(writer)).finally(() => {
      isOver = true;
    });
    expect(Math.min(...(await Promise.all(others)))).toBeGreaterThan(1);
    expect(await verdict()).toMatchObject(exact);
  });

  it('a build makes no writer wait, and leaves later changes to be added', async () => {
    await run(`update requests set assigned_to = ${tina.id}`);
    await test.deps.transaction(async (tx) => {
      await repo.beginUpkeep(tx);
      await repo.buildFigures(tx, zoneNow());
      // If this waited for the build, its time-out would fail it.
      await run('update requests set assigned_to = null');
    });
    expect(await unfolded()).toBeGreaterThan(0);
    expect(await verdict()).toMatchObject(exact);
  });
});

describe('the verification', () => {
  const log = aLog();
  let watched: TestApp;
  beforeAll(async () => {
    watched = await testApp({ log: log.log }, {}, { join: test });
  });
  afterAll(() => watched.close());
  beforeEach(() => keepFigures(test.deps));

  const figures = "request_figures where step = 'day' and requests > 1";
  it.each([
    [
      'a wrong figure',
      "update request_figures set completed = completed + 2 where step = 'day'",
      'day',
      { completed: 2 },
    ],
    ['a missing row', `delete from ${figures}`, 'day', { requests: expect.any(Number) }],
    [
      'a row of no day with requests',
      `insert into request_figures select 'day', current_date - 99, ${'0, '.repeat(15)}0, 0, 7, 0, 0`,
      'day',
      { responded: 7 },
    ],
    [
      'a wrong month',
      "update request_figures set resolution_us = -1 where step = 'month'",
      'month',
      { resolution_us: expect.any(Number) },
    ],
    [
      'a lost service type',
      "delete from request_service_figures where step = 'day'",
      'day',
      { requests: expect.any(Number) },
    ],
    [
      'a wrong month of a service type',
      "update request_service_figures set requests = 99 where step = 'month'",
      'month',
      { requests: expect.any(Number) },
    ],
    ['a lost change', null, 'day', { requests: -1 }],
  ])('finds %s, names it, and the nightly one builds the figures anew', async (_, fault, step, excess) => {
    if (fault === null) {
      await aRequest(test);
      await run('delete from request_figure_changes');
    } else await run(fault);
    const found = await verdict();
    expect(found.wrong).toBeGreaterThan(0);
    expect(found.differences).toContainEqual(
      expect.objectContaining({ step, excess: expect.objectContaining(excess) }),
    );

    log.lines.length = 0;
    await schedulesOf(watched.deps)
      .find(({ name }) => name === 'reports.verify')
      ?.run(new AbortController().signal);
    expect(log.lines).toEqual([
      {
        level: 'error',
        fields: { wrong: found.wrong, differences: found.differences },
        message: 'the figures of reports differ from the requests; they are built anew',
      },
    ]);
    expect(await verdict()).toEqual({ zone: zoneNow(), ...exact });
  });
});
