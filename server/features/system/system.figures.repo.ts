import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

export type QueueFigures = { name: string; waiting: number; failed: number };

/**
 * The queues with how many jobs wait in each, counted up to `most`, and how many have failed. Those that failed have no index:
 * the number is the one that pg-boss keeps, which is at most a minute old.
 */
export async function listQueues(db: Database, most: number): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select queue.name, queue.failed_count as failed, (
      select count(*)::int from (
        select from pgboss.job where job.name = queue.name and job.state < 'active' and not job.blocked limit ${most}
      ) counted
    ) as waiting
    from pgboss.queue order by queue.name`.execute(db);
  return rows;
}
