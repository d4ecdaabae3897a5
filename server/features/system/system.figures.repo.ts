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

/** The database itself: its version, its size and how many of its connections are in use, by anybody. */
export async function readDatabase(db: Database) {
  const { rows } = await sql<{ postgres: string; bytes: string; connections: number; connections_max: number }>`
    select split_part(current_setting('server_version'), ' ', 1) as postgres,
      pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as connections_max`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL did not describe itself');
  return { ...rows[0], bytes: Number(rows[0].bytes) };
}

export type FailingJob = { name: string; count: number; since: Date; error: string | null };

/** The schedules and tasks that failed for good within a week, and have not ended well since. */
export async function listFailing(db: Database): Promise<FailingJob[]> {
  const { rows } = await sql<FailingJob>`
    with ended as (
      select coalesce(data->>'name', name) as name, state, completed_on, output->>'message' as error
      from pgboss.job where state in ('failed', 'completed') and completed_on > now() - interval '7 days'
    ), well as (
      select name, max(completed_on) as at from ended where state = 'completed' group by name
    )
    select name, count(*)::int as count, min(completed_on) as since, (array_agg(error order by completed_on desc))[1] as error
    from ended left join well using (name)
    where state = 'failed' and (well.at is null or completed_on > well.at)
    group by name order by since limit 20`.execute(db);
  return rows;
}
