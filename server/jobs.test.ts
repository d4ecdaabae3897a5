import { once } from 'node:events';
import { sql } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPool } from './db/pool.ts';
import { autocommit } from './db/transaction.ts';
import { createJobs, type Jobs, type Schedule, type Task } from './jobs.ts';
import { schedulesOf, tasksOf } from './schedules.ts';
import { type JobRow, listJobs } from './testing/jobs-stored.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const PACE = { look: 1, heartbeat: 10, supervise: 1 };
const WAIT = { interval: 100 };

let test: TestApp;
let pool: pg.Pool;
beforeAll(async () => {
  test = await testApp();
  pool = openPool(test.connection, () => undefined);
});
afterAll(async () => {
  await pool.end();
  await test.close();
});
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(test.deps.db);
  await sql`delete from pgboss.schedule`.execute(test.deps.db);
});

const everyMinute = (name: string, run: Schedule['run']): Schedule => ({ name, cron: '* * * * *', run });

/** An instance in this process, with its log. */
function instance(pace = PACE) {
  const log = { warn: vi.fn(), error: vi.fn() };
  return { log, jobs: createJobs({ pool, bus: test.deps.bus, log }, pace) };
}
async function stopAll(...instances: { jobs: Jobs }[]) {
  await Promise.all(instances.map(({ jobs }) => jobs.stop()));
}

const jobsOf = (queue = 'schedules') => listJobs(test.deps.db, queue);
/** Sends a task in a transaction of its own, by an instance that runs none. */
const send = (task: string) => autocommit(test.deps.db, (tx) => test.deps.jobs.send(tx, task));
/** The minutes for which pg-boss has sent a job. */
const minutes = async () =>
  (
    await sql<{
      at: string;
    }>`select distinct data->>'slot' as at from pgboss.job
      where name = '__pgboss__send-it' and state = 'completed'`.execute(test.deps.db)
  ).rows;
const cronPass = async () =>
  (await sql<{ at: string }>`select cron_on::text as at from pgboss.version`.execute(test.deps.db)).rows[0]?.at;

describe('a schedule', () => {
  it('is run once for each time it is due, although two instances serve it', async () => {
    const [a, b] = [instance(), instance()];
    const run = vi.fn(async () => undefined);
    await Promise.all([a, b].map(({ jobs }) => jobs.start([everyMinute('once', run)])));
    await vi.waitUntil(() => run.mock.calls.length > 0, WAIT);
    // Both instances check every second. After eight more checks, each has found the job of the minute already sent.
    const passes = new Set<string | undefined>();
    await vi.waitUntil(async () => passes.add(await cronPass()).size > 8, WAIT);
    await stopAll(a, b);
    const rows = await jobsOf();
    expect(rows).toHaveLength((await minutes()).length);
    expect(run).toHaveBeenCalledTimes(rows.length);
    expect(rows.every(({ state }) => state === 'completed')).toBe(true);
  });

  it('that fails is logged with its name, is retried, and does not delay another one', async () => {
    const one = instance();
    const other = vi.fn(async () => undefined);
    const failing = vi.fn(async () => {
      throw new Error('no room');
    });
    await one.jobs.start([everyMinute('failing', failing), everyMinute('other', other)]);
    await vi.waitUntil(() => failing.mock.calls.length > 0 && other.mock.calls.length > 0, WAIT);
    await vi.waitUntil(async () => (await jobsOf()).some(({ state }) => state === 'retry'), WAIT);
    await stopAll(one);
    expect(one.log.error.mock.calls[0]).toEqual([
      { err: expect.objectContaining({ message: 'no room' }), job: 'failing' },
      'a job failed',
    ]);
  });

  it('that is running when the instance stops gets the signal, and its end is not logged as an error', async () => {
    const one = instance();
    let begins = () => {};
    const begun = new Promise<void>((resolve) => {
      begins = resolve;
    });
    await one.jobs.start([
      everyMinute('cut', async (stopping) => {
        begins();
        await once(stopping, 'abort');
        throw new Error('the database was closed');
      }),
    ]);
    await begun;
    await stopAll(one);
    expect(one.log.error).not.toHaveBeenCalled();
    // Another instance will retry the job.
    expect((await jobsOf()).map(({ state }) => state)).toEqual(['retry']);
  });

  it('with `atStart` is run at once, and once for all instances that start', async () => {
    const [a, b] = [instance(), instance()];
    const atStart = vi.fn(async () => undefined);
    const last = vi.fn(async () => undefined);
    const schedules: Schedule[] = [
      { name: 'at-start', cron: '0 0 1 1 *', atStart: true, run: atStart },
      { name: 'last', cron: '0 0 1 1 *', atStart: true, run: last },
    ];
    await Promise.all([a, b].map(({ jobs }) => jobs.start(schedules)));
    await vi.waitUntil(async () => (await jobsOf()).filter(({ state }) => state === 'completed').length === 2, WAIT);
    await stopAll(a, b);
    expect(await jobsOf()).toHaveLength(2);
    expect([atStart.mock.calls.length, last.mock.calls.length]).toEqual([1, 1]);
  });

  it('does not wait for the next look when several are due', async () => {
    const one = instance({ ...PACE, look: 600 });
    const runs = ['first', 'second', 'third'].map((name) => ({
      name,
      cron: '0 0 1 1 *',
      atStart: true as const,
      run: vi.fn(async () => undefined),
    }));
    await one.jobs.start(runs);
    // The instance looks once while it starts. It finds the first job then, and the others after it.
    await vi.waitUntil(() => runs.every(({ run }) => run.mock.calls.length === 1), WAIT);
    await stopAll(one);
  });

  it('that this release retired is deleted at its start', async () => {
    const [old, fresh] = [instance(), instance()];
    const keys = async () =>
      (await sql<{ key: string }>`select key from pgboss.schedule order by key`.execute(test.deps.db)).rows;
    await old.jobs.start([everyMinute('gone', async () => undefined), everyMinute('stays', async () => undefined)]);
    await stopAll(old);
    await fresh.jobs.start([everyMinute('stays', async () => undefined)], [], ['gone', 'never there']);
    await stopAll(fresh);
    expect(await keys()).toEqual([{ key: 'stays' }]);
  });

  it('of a newer release outlives the start of an older one', async () => {
    const [newer, older] = [instance(), instance()];
    await newer.jobs.start([everyMinute('new', async () => undefined), everyMinute('known', async () => undefined)]);
    await older.jobs.start([everyMinute('known', async () => undefined)]);
    await stopAll(newer, older);
    const { rows } = await sql<{ key: string }>`select key from pgboss.schedule order by key`.execute(test.deps.db);
    expect(rows.map(({ key }) => key)).toEqual(['known', 'new']);
  });
});

describe('a task', () => {
  const task = (name: string, run: Task['run']): Task => ({ name, run });
  /** Instances that look by themselves only long after a test. */
  const slow = () => instance({ ...PACE, look: 600 });

  it('is run once, at once, by one of the instances', async () => {
    const run = vi.fn(async () => undefined);
    const instances = [slow(), slow()];
    await Promise.all(instances.map(({ jobs }) => jobs.start([], [task('asked', run)])));
    for (let times = 1; times <= 3; times += 1) {
      await send('asked');
      await vi.waitUntil(
        async () => (await jobsOf('tasks/asked')).filter(({ state }) => state === 'completed').length === times,
        WAIT,
      );
      expect(run).toHaveBeenCalledTimes(times);
    }
    await stopAll(...instances);
  });

  it('that is sent many times at once is run after the last time, and no job is left waiting', async () => {
    const one = slow();
    let ends = () => {};
    const first = new Promise<void>((resolve) => {
      ends = resolve;
    });
    const run = vi.fn(() => first);
    const other = vi.fn(async () => undefined);
    await one.jobs.start([], [task('asked', run), task('other', other)]);
    await send('asked');
    await vi.waitUntil(() => run.mock.calls.length === 1, WAIT);
    await Promise.all(Array.from({ length: 150 }, () => send('asked')));
    // A long task does not delay another one.
    await send('other');
    await vi.waitUntil(() => other.mock.calls.length === 1, WAIT);
    ends();
    const isDone = ({ state }: JobRow) => state === 'completed';
    await vi.waitUntil(async () => (await jobsOf('tasks/asked')).every(isDone), WAIT);
    // One run serves up to 100 of the jobs that wait.
    expect(run).toHaveBeenCalledTimes(3);
    await stopAll(one);
  });

  it('that was sent while no instance ran is run at the next start', async () => {
    await send('asked');
    const one = instance();
    const run = vi.fn(async () => undefined);
    await one.jobs.start([], [task('asked', run)]);
    await vi.waitUntil(() => run.mock.calls.length === 1, WAIT);
    await stopAll(one);
  });

  it.each([null, { name: 'newer', since: { release: 2 } }])(
    'with the data %j of another release is run',
    async (data) => {
      await send('other-data');
      await sql`update pgboss.job set data = ${JSON.stringify(data)}::jsonb`.execute(test.deps.db);
      const one = instance();
      const run = vi.fn(async () => undefined);
      await one.jobs.start([], [{ name: 'other-data', run }]);
      await vi.waitUntil(() => run.mock.calls.length === 1, WAIT);
      await stopAll(one);
      expect(one.log.error).not.toHaveBeenCalled();
    },
  );

  it('is not sent when its transaction fails', async () => {
    const sent = test.deps.transaction(async (tx, deps) => {
      await deps.jobs.send(tx, 'asked');
      throw new Error('the change did not happen');
    });
    await expect(sent).rejects.toThrow('did not happen');
    expect(await jobsOf('tasks/asked')).toEqual([]);
  });

  it('that is under way when its instance stops is begun anew by another one', async () => {
    const [a, b] = [instance(), instance()];
    let begins = () => {};
    const begun = new Promise<void>((resolve) => {
      begins = resolve;
    });
    await a.jobs.start(
      [],
      [
        task('asked', async (stopping) => {
          begins();
          await once(stopping, 'abort');
          throw new Error('the database was closed');
        }),
      ],
    );
    await send('asked');
    await begun;
    await stopAll(a);
    const again = vi.fn(async () => undefined);
    await b.jobs.start([], [task('asked', again)]);
    await vi.waitUntil(() => again.mock.calls.length === 1, WAIT);
    await stopAll(b);
    expect(a.log.error).not.toHaveBeenCalled();
  });
});

describe('the schedules and tasks of the product', () => {
  it('have different names, and each runs', async () => {
    const schedules = schedulesOf(test.deps);
    expect(new Set(schedules.map(({ name }) => name)).size).toBe(schedules.length);
    expect(schedules.length).toBeGreaterThan(0);
    for (const { run } of schedules) await run(new AbortController().signal);
    const tasks = tasksOf(test.deps);
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
    expect(tasks.length).toBeGreaterThan(0);
    // Nobody has asked for anything: a task that runs again does nothing.
    for (const { run } of tasks) await run(new AbortController().signal);
  });

  it('are registered by the app, with the role that owns no table', async () => {
    await test.deps.jobs.start(schedulesOf(test.deps));
    await test.deps.jobs.stop();
    const { rows } = await sql<{ key: string; cron: string }>`select key, cron from pgboss.schedule`.execute(
      test.deps.db,
    );
    expect(rows.map(({ key }) => key).sort()).toEqual(
      schedulesOf(test.deps)
        .map(({ name }) => name)
        .sort(),
    );
  });
});

it('the tables of the migration are those that the installed pg-boss expects', async () => {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query({ text, ...(values && { values }) }) } });
  expect(await boss.schemaVersion()).toBe(43);
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true });
});
