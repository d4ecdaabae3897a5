import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { type Bus, channel } from './bus.ts';
import type { Tx } from './db/transaction.ts';
import type { Log } from './lib/log.ts';

/** Something to do again and again, by one of the instances. */
export type Schedule = {
  /** Unique; letters, digits and `_-./` only. */
  name: string;
  /** Five fields (minute, hour, day, month, weekday) in UTC. */
  cron: string;
  /** Also when an instance starts; once an hour, however many start. */
  atStart?: true;
  /** @param stopping is aborted when the instance stops: the database may close before a long run ends */
  run: (stopping: AbortSignal) => Promise<unknown>;
};

/**
 * Something to do once, soon, by one of the instances. It carries no data: what is to be done stands in the feature's tables,
 * so that a second run finds it done.
 */
export type Task = {
  /** Unique; letters, digits and `_-./` only. */
  name: string;
  /** @param stopping is aborted when the instance stops; another one then begins anew */
  run: (stopping: AbortSignal) => Promise<unknown>;
};

/** In seconds. */
export type Pace = {
  /** How often an instance looks whether a schedule is due, and for jobs to run. */
  look: number;
  /** A job whose instance gives no sign of life for so long is given to another one; 10 at least. */
  heartbeat: number;
  /** How often jobs without a sign of life are looked for. */
  supervise: number;
};

const PACE: Pace = { look: 30, heartbeat: 60, supervise: 60 };
/** One queue for all schedules, so that an idle instance asks the database one question and not one for each schedule. */
const SCHEDULES = 'schedules';
/** Another one for tasks, so that a long one holds up no schedule. */
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

/** Says to the instances that a task waits. */
const waiting = channel('tasks', z.strictObject({}));

export type Jobs = {
  /** Begins to take part: of all instances that do, one runs each occurrence of a schedule, and each task. */
  start(schedules: readonly Schedule[], tasks?: readonly Task[]): Promise<void>;
  /** Adds a task. When the transaction commits, the instances are told and one of them begins at once. */
  send(tx: Tx, task: string): Promise<void>;
  /** Waits for a job that runs, 10 s at most; an interrupted job is run again by another instance. */
  stop(): Promise<void>;
};

/**
 * Jobs in PostgreSQL, by pg-boss, over the connections of `pool`. A job of an instance that was killed goes to another one.
 * Schedules that were due while no instance ran are made up for once. The tables come with the migrations.
 */
export function createJobs(
  { pool, bus, log }: { pool: pg.Pool; bus: Pick<Bus, 'publish' | 'subscribe'>; log: Pick<Log, 'warn' | 'error'> },
  pace: Pace = PACE,
): Jobs {
  const stopping = new AbortController();
  let opening: Promise<PgBoss> | undefined;
  let starting: Promise<void> = Promise.resolve();

  async function open(): Promise<PgBoss> {
    // Loaded when it is needed: the app answers 90 ms sooner.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      // As an object: the texts of pg-boss vary, and are not worth a name (server/db/statement-names.ts).
      db: { executeSql: (text, values) => pool.query({ text, ...(values && { values }) }) },
      schema: 'pgboss',
      // The app's role owns no table.
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
    boss.on('warning', ({ message }) => log.warn({ reason: message }, 'jobs: the queue is not well'));
    await boss.start();
    const limits = { heartbeatSeconds: pace.heartbeat, retryLimit: RETRIES };
    const retryDelay = Math.min(RETRY_DELAY_S, pace.heartbeat);
    const queues = {
      [SCHEDULES]: { ...limits, expireInSeconds: SCHEDULE_EXPIRES_S, retryDelay, retryBackoff: true },
      // What interrupts a task is the end of an instance: another one may begin at once.
      [TASKS]: { ...limits, expireInSeconds: TASK_EXPIRES_S, retryDelay: 1 },
    };
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    return boss;
  }

  /** The queue, opened once; again after a failure. */
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
