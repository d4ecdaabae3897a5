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
/** Each task has a queue of its own, so that a long task delays no schedule and no other task. */
const queueOf = (task: string) => `tasks/${task}`;
/** One run of a task serves every job of it that waits, because a task carries no data. */
const TASK_BATCH = 100;
/** No job runs longer; an instance that hangs but still sends heartbeats loses the job after that. */
const SCHEDULE_EXPIRES_S = 15 * 60;
const TASK_EXPIRES_S = 6 * 3_600;
const RETRIES = 3;
const RETRY_DELAY_S = 60;
const HOUR_S = 3_600;
/** pg-boss looks at its schedules at least this often. */
const CRON_MOST_S = 45;
/** No job of ours waits so long for its time: each runs at once, or after the delay of a retry. */
const LONGEST_WAIT = '1 hour';
/** How long a stop waits for a job that runs. */
const STOP_MS = 10_000;

/**
 * Takes back what pg-boss has stored while the clock of the database was ahead. Until that time came, no schedule would run, no job that
 * failed would be tried again, and no job of a killed instance would be given to another one.
 */
const heal = `
  with passes as (
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
    where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) > now() + interval '${LONGEST_WAIT}'
  ), queues as (
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '${LONGEST_WAIT}'
  )
  update pgboss.job set start_after = least(start_after, now()), started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
  where state < 'completed' and greatest(start_after, started_on, heartbeat_on) > now() + interval '${LONGEST_WAIT}'`;

/** Tells the instances that a task waits. */
const waiting = channel('tasks', z.strictObject({}));

export type Jobs = {
  /**
   * Starts to serve the schedules and tasks. One of the instances that serve them runs each occurrence and each task.
   * @param retired the names of earlier releases' schedules that are deleted
   */
  start(schedules: readonly Schedule[], tasks?: readonly Task[], retired?: readonly string[]): Promise<void>;
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
  const openTasks = new Map<string, Promise<void>>();
  const limits = { heartbeatSeconds: pace.heartbeat, retryLimit: RETRIES };
  const retryDelay = Math.min(RETRY_DELAY_S, pace.heartbeat);
  const scheduleLimits = { ...limits, expireInSeconds: SCHEDULE_EXPIRES_S, retryDelay, retryBackoff: true };
  // A task is interrupted only when an instance ends, so another instance may start it at once.
  const taskLimits = { ...limits, expireInSeconds: TASK_EXPIRES_S, retryDelay: 1 };
  let starting: Promise<void> = Promise.resolve();
  let healing: NodeJS.Timeout | undefined;
  const healNow = () =>
    pool.query({ text: heal }).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'jobs: times that are ahead could not be looked for');
    });

  async function open(): Promise<PgBoss> {
    // Loaded when it is needed, so that the app answers 90 ms sooner.
    const { PgBoss, systemClock } = await import('pg-boss');
    const boss = new PgBoss({
      // Passed as an object, which gets no statement name, because the texts of pg-boss vary (server/db/statement-names.ts).
      db: { executeSql: (text, values) => pool.query({ text, ...(values && { values }) }) },
      schema: 'pgboss',
      // One that nobody can set: pg-boss would wait until a machine's clock, which was ahead, is there again.
      clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
      clockMonitorIntervalSeconds: pace.supervise,
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
    return boss;
  }

  /** Makes the queue of a task when there is none: once for each instance, and again after a failure. */
  function openTask(boss: PgBoss, task: string): Promise<void> {
    const opening =
      openTasks.get(task) ??
      boss.createQueue(queueOf(task), taskLimits).catch((error: unknown) => {
        openTasks.delete(task);
        throw error;
      });
    openTasks.set(task, opening);
    return opening;
  }

  /** Opens pg-boss once, and again after a failure. */
  function opened(): Promise<PgBoss> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function runJob(name: string, run: Schedule['run'] | undefined): Promise<void> {
    try {
      if (!run) throw new Error(`this version has no job ${name}`);
      await run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, job: name }, 'a job failed');
      throw error;
    }
  }

  /**
   * Takes jobs from a queue, up to `batchSize` at a time.
   * @returns a function that makes the instance look for jobs now
   */
  async function work(
    boss: PgBoss,
    queue: string,
    batchSize: number,
    run: (names: string[]) => Promise<void>,
  ): Promise<() => void> {
    const options = { pollingIntervalSeconds: pace.look, batchSize };
    const worker: string = await boss.work<{ name?: string } | null>(queue, options, async (jobs) => {
      try {
        await run(jobs.map(({ data }) => data?.name ?? ''));
      } finally {
        // More jobs may wait than were taken, and the message about them has been heard already.
        look();
      }
    });
    const look = () => boss.notifyWorker(worker);
    return look;
  }

  async function begin(
    schedules: readonly Schedule[],
    tasks: readonly Task[],
    retired: readonly string[],
  ): Promise<void> {
    const boss = await opened();
    await healNow();
    healing = setInterval(healNow, pace.supervise * 1_000).unref();
    // Queues of an earlier version may have other limits.
    await boss.createQueue(SCHEDULES, scheduleLimits);
    await boss.updateQueue(SCHEDULES, scheduleLimits);
    for (const { name } of tasks) {
      await openTask(boss, name);
      await boss.updateQueue(queueOf(name), taskLimits);
    }
    // Not every unknown one: an instance of an older release may start beside a newer one, whose schedules have to stay.
    for (const name of retired) await boss.unschedule(SCHEDULES, name);
    for (const { name, cron, atStart } of schedules) {
      await boss.schedule(SCHEDULES, cron, { name }, { key: name, missed: 'once' });
      if (atStart) await boss.send(SCHEDULES, { name }, { singletonKey: name, singletonSeconds: HOUR_S });
    }
    await work(boss, SCHEDULES, 1, async ([name = '']) =>
      runJob(name, schedules.find((schedule) => schedule.name === name)?.run),
    );
    const looks = await Promise.all(
      tasks.map(({ name, run }) => work(boss, queueOf(name), TASK_BATCH, () => runJob(name, run))),
    );
    const lookForAll = () => {
      for (const look of looks) look();
    };
    await bus.subscribe(waiting, { message: lookForAll, missed: lookForAll });
  }

  return {
    start(schedules, tasks = [], retired = []) {
      starting = begin(schedules, tasks, retired);
      return starting;
    },
    async send(tx, name) {
      const boss = await opened();
      await openTask(boss, name);
      const { fromKysely } = await import('pg-boss');
      await boss.send(queueOf(name), { name }, { db: fromKysely(tx) });
      await bus.publish(tx, waiting, {});
    },
    async stop() {
      stopping.abort();
      await starting.catch(() => undefined);
      clearInterval(healing);
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: STOP_MS, close: false });
    },
  };
}
