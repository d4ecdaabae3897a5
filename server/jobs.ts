import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { type Bus, channel } from './bus.ts';
import type { Tx } from './db/transaction.ts';
import type { Log } from './lib/log.ts';

/** A repeated task that one of the instances runs. */
export type Schedule = {
  /** Unique; letters, digits and `_-./` only. */
  name: string;
  /** Five fields (minute, hour, day, month, weekday) in UTC. */
  cron: string;
  /** Runs also when an instance starts, at most once an hour over all instances. */
  atStart?: true;
  /** @param stopping is aborted when the instance stops: the database may close before a long run ends */
  run: (stopping: AbortSignal) => Promise<unknown>;
};

/**
 * Work that one of the instances does once, soon after it is asked for. A task carries no data: the feature's tables say what is
 * to be done, so that a second run finds it done.
 */
export type Task = {
  /** Unique; letters, digits and `_-./` only. */
  name: string;
  /** @param stopping is aborted when the instance stops; another instance then runs the task from its beginning */
  run: (stopping: AbortSignal) => Promise<unknown>;
};

/** In seconds. */
export type Pace = {
  /** How often an instance checks for due schedules and waiting jobs. */
  look: number;
  /** A job whose instance sends no heartbeat for so long is given to another one; at least 10. */
  heartbeat: number;
  /** How often jobs without a sign of life are looked for. */
  supervise: number;
};

const PACE: Pace = { look: 30, heartbeat: 60, supervise: 60 };
/** One queue for all schedules, so that an idle instance sends one query instead of one for each schedule. */
const SCHEDULES = 'schedules';
/** Tasks have their own queue, so that a long task delays no schedule. */
const TASKS = 'tasks';
/** No job runs longer; an instance that hangs but still sends heartbeats loses the job after that. */
const SCHEDULE_EXPIRES_S = 15 * 60;
const TASK_EXPIRES_S = 6 * 3_600;
const RETRIES = 3;
const RETRY_DELAY_S = 60;
const HOUR_S = 3_600;
/** pg-boss looks at its schedules at least this often. */
const CRON_MOST_S = 45;
/** How long a stop waits for a job that runs. */
const STOP_MS = 10_000;

/** Tells the instances that a task waits. */
const waiting = channel('tasks', z.strictObject({}));

export type Jobs = {
  /** Starts to serve the schedules and tasks. One of the instances that serve them runs each occurrence and each task. */
  start(schedules: readonly Schedule[], tasks?: readonly Task[]): Promise<void>;
  /** Adds a task. When the transaction commits, a message wakes the instances, and one of them runs it. */
  send(tx: Tx, task: string): Promise<void>;
  /** Waits for a running job, at most 10 s. Another instance runs an interrupted job again. */
  stop(): Promise<void>;
};

/**
 * Jobs in PostgreSQL, by pg-boss, over the connections of `pool`. A job of a killed instance goes to another one. A schedule
 * that was due while no instance ran is run once. The migrations make the tables.
 */
export function createJobs(
  { pool, bus, log }: { pool: pg.Pool; bus: Pick<Bus, 'publish' | 'subscribe'>; log: Pick<Log, 'warn' | 'error'> },
  pace: Pace = PACE,
): Jobs {
  const stopping = new AbortController();
  let opening: Promise<PgBoss> | undefined;
  let starting: Promise<void> = Promise.resolve();

  async function open(): Promise<PgBoss> {
    // Loaded when it is needed, so that the app answers 90 ms sooner.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      // Passed as an object, which gets no statement name, because the texts of pg-boss vary (server/db/statement-names.ts).
      db: { executeSql: (text, values) => pool.query({ text, ...(values && { values }) }) },
      schema: 'pgboss',
      // The app's role owns no table and cannot migrate.
      migrate: false,
      createSchema: false,
      reindex: false,
      cronMonitorIntervalSeconds: Math.min(pace.look, CRON_MOST_S),
      cronWorkerIntervalSeconds: Math.min(pace.look, CRON_MOST_S),
      superviseIntervalSeconds: pace.supervise,
      monitorIntervalSeconds: pace.supervise,
    });
    boss.on('error', (error) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'jobs: the queue could not be served');
    });
    boss.on('warning', ({ message }) => log.warn({ reason: message }, 'jobs: pg-boss reports a problem of the queue'));
    await boss.start();
    const limits = { heartbeatSeconds: pace.heartbeat, retryLimit: RETRIES };
    const retryDelay = Math.min(RETRY_DELAY_S, pace.heartbeat);
    const queues = {
      [SCHEDULES]: { ...limits, expireInSeconds: SCHEDULE_EXPIRES_S, retryDelay, retryBackoff: true },
      // A task is interrupted only when an instance ends, so another instance may start it at once.
      [TASKS]: { ...limits, expireInSeconds: TASK_EXPIRES_S, retryDelay: 1 },
    };
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    return boss;
  }

  /** Opens pg-boss once, and again after a failure. */
  function opened(): Promise<PgBoss> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function runOne(all: readonly (Schedule | Task)[], name: string): Promise<void> {
    const found = all.find((one) => one.name === name);
    try {
      if (!found) throw new Error(`this version has no job ${name}`);
      await found.run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, job: name }, 'a job failed');
      throw error;
    }
  }

  async function begin(schedules: readonly Schedule[], tasks: readonly Task[]): Promise<void> {
    const boss = await opened();
    const known = new Set(schedules.map(({ name }) => name));
    for (const { key } of await boss.getSchedules(SCHEDULES)) {
      if (!known.has(key)) await boss.unschedule(SCHEDULES, key);
    }
    for (const { name, cron, atStart } of schedules) {
      await boss.schedule(SCHEDULES, cron, { name }, { key: name, missed: 'once' });
      if (atStart) await boss.send(SCHEDULES, { name }, { singletonKey: name, singletonSeconds: HOUR_S });
    }
    const looks = { pollingIntervalSeconds: pace.look, burstWhenBatchFull: true };
    const work = (queue: string, all: readonly (Schedule | Task)[]) =>
      boss.work<{ name: string }>(queue, looks, async (jobs) => {
        for (const { data } of jobs) await runOne(all, data.name);
      });
    await work(SCHEDULES, schedules);
    const worker = await work(TASKS, tasks);
    const look = () => boss.notifyWorker(worker);
    await bus.subscribe(waiting, { message: look, missed: look });
  }

  return {
    start(schedules, tasks = []) {
      starting = begin(schedules, tasks);
      return starting;
    },
    async send(tx, name) {
      const boss = await opened();
      const { fromKysely } = await import('pg-boss');
      await boss.send(TASKS, { name }, { db: fromKysely(tx) });
      await bus.publish(tx, waiting, {});
    },
    async stop() {
      stopping.abort();
      await starting.catch(() => undefined);
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: STOP_MS, close: false });
    },
  };
}
