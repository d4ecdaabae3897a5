import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
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
const QUEUE = 'schedules';
/** No job runs longer; an instance that hangs but still sends heartbeats loses the job after that. */
const EXPIRE_S = 15 * 60;
const RETRIES = 3;
const RETRY_DELAY_S = 60;
const HOUR_S = 3_600;
/** How long a stop waits for a job that runs. */
const STOP_MS = 10_000;

export type Jobs = {
  /** Starts to serve the schedules. One of the instances that serve them runs each occurrence. */
  start(schedules: readonly Schedule[]): Promise<void>;
  /** Waits for a running job, at most 10 s. Another instance runs an interrupted job again. */
  stop(): Promise<void>;
};

/**
 * Jobs in PostgreSQL, by pg-boss, over the connections of `pool`. A job of a killed instance goes to another one. A schedule
 * that was due while no instance ran is run once. The migrations make the tables.
 */
export function createJobs(pool: pg.Pool, log: Pick<Log, 'warn' | 'error'>, pace: Pace = PACE): Jobs {
  const stopping = new AbortController();
  let boss: PgBoss | undefined;
  let starting: Promise<void> = Promise.resolve();

  async function open(): Promise<PgBoss> {
    // Loaded when it is needed, so that the app answers 90 ms sooner.
    const { PgBoss } = await import('pg-boss');
    boss = new PgBoss({
      // Passed as an object, which gets no statement name, because the texts of pg-boss vary (server/db/statement-names.ts).
      db: { executeSql: (text, values) => pool.query({ text, ...(values && { values }) }) },
      schema: 'pgboss',
      // The app's role owns no table and cannot migrate.
      migrate: false,
      createSchema: false,
      reindex: false,
      cronMonitorIntervalSeconds: pace.look,
      cronWorkerIntervalSeconds: pace.look,
      superviseIntervalSeconds: pace.supervise,
      monitorIntervalSeconds: pace.supervise,
    });
    boss.on('error', (error) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'jobs: the queue could not be served');
    });
    boss.on('warning', ({ message }) => log.warn({ reason: message }, 'jobs: pg-boss reports a problem of the queue'));
    return boss.start();
  }

  async function runOne(schedules: readonly Schedule[], name: string): Promise<void> {
    const schedule = schedules.find((one) => one.name === name);
    try {
      if (!schedule) throw new Error(`this version has no schedule ${name}`);
      await schedule.run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, job: name }, 'a job failed');
      throw error;
    }
  }

  async function begin(schedules: readonly Schedule[]): Promise<void> {
    const opened = await open();
    const limits = { expireInSeconds: EXPIRE_S, heartbeatSeconds: pace.heartbeat };
    const retries = { retryLimit: RETRIES, retryDelay: Math.min(RETRY_DELAY_S, pace.heartbeat), retryBackoff: true };
    await opened.createQueue(QUEUE, { ...limits, ...retries });
    await opened.updateQueue(QUEUE, { ...limits, ...retries });
    const known = new Set(schedules.map(({ name }) => name));
    for (const { key } of await opened.getSchedules(QUEUE)) {
      if (!known.has(key)) await opened.unschedule(QUEUE, key);
    }
    for (const { name, cron, atStart } of schedules) {
      await opened.schedule(QUEUE, cron, { name }, { key: name, missed: 'once' });
      if (atStart) await opened.send(QUEUE, { name }, { singletonKey: name, singletonSeconds: HOUR_S });
    }
    const looks = { pollingIntervalSeconds: pace.look, burstWhenBatchFull: true };
    await opened.work<{ name: string }>(QUEUE, looks, async (jobs) => {
      for (const { data } of jobs) await runOne(schedules, data.name);
    });
  }

  return {
    start(schedules) {
      starting = begin(schedules);
      return starting;
    },
    async stop() {
      stopping.abort();
      await starting.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: STOP_MS, close: false });
    },
  };
}
