import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';

export type JobRow = { id: string; state: string };

/** The jobs of a queue as pg-boss has stored them, ended ones included. */
export const listJobs = async (db: Database, queue: string): Promise<JobRow[]> =>
  (await sql<JobRow>`select id, state::text from pgboss.job where name = ${queue}`.execute(db)).rows;
