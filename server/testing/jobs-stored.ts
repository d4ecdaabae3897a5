import { sql } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { vi } from 'vitest';
import type { Database } from '../db/pool.ts';

export type JobRow = { id: string; state: string };

/** The jobs of a queue as pg-boss has stored them, ended ones included. */
export const listJobs = async (db: Database, queue: string): Promise<JobRow[]> =>
  (await sql<JobRow>`select id, state::text from pgboss.job where name = ${queue}`.execute(db)).rows;

/** Takes the job of a queue back from a killed instance, as each instance does once a minute, and waits until it can be begun again. */
export async function takeJobBack(db: pg.Client, queue: string): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.query({ text, ...(values && { values }) }) },
    migrate: false,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  await db.query(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = $1`, [queue]);
  const waiting = `select from pgboss.job where name = $1 and state = 'retry' and start_after <= now()`;
  await vi.waitUntil(
    async () => {
      await boss.supervise(queue);
      return (await db.query(waiting, [queue])).rowCount === 1;
    },
    { interval: 50 },
  );
  await boss.stop();
}
