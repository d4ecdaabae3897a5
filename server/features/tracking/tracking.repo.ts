import { sql } from 'kysely';
import { advisoryLocks } from '#server/db/advisory-locks.ts';
import type { RequestViews } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export type View = NewRow<RequestViews>;

/**
 * Stores views. The totals count all of them. At most 100 rows are stored per request, IP and day (UTC), because more views
 * come from a program. One transaction writes at a time: an address that another one has just stored would count as new again.
 */
export async function insertViews(tx: Tx, views: readonly View[]): Promise<void> {
  const rows = JSON.stringify(views);
  // A statement of its own: the next one sees all that was committed before the lock was taken.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.views})`.execute(tx);
  await sql`
    with incoming as (
      select v.*, row_number() over (partition by request_id, ip_address order by tracked_at) as nth
      from jsonb_to_recordset(${rows}::jsonb)
        as v(request_id integer, device_type device_type, ip_address text, tracked_at timestamptz)
    ), fresh as (
      select request_id, count(*) as unique_ips
      from (select distinct request_id, ip_address from incoming) i
      where not exists (
        select from request_views r where r.request_id = i.request_id and r.ip_address = i.ip_address
      )
      group by request_id
    ), totals as (
      insert into request_view_totals
      select i.request_id, count(*), coalesce(max(f.unique_ips), 0),
        count(*) filter (where device_type = 'mobile'), count(*) filter (where device_type = 'tablet'),
        count(*) filter (where device_type = 'desktop'), count(*) filter (where device_type = 'unknown'),
        min(tracked_at), max(tracked_at)
      from incoming i left join fresh f on f.request_id = i.request_id
      group by i.request_id order by i.request_id
      on conflict (request_id) do update set
        total = request_view_totals.total + excluded.total,
        unique_ips = request_view_totals.unique_ips + excluded.unique_ips,
        mobile = request_view_totals.mobile + excluded.mobile,
        tablet = request_view_totals.tablet + excluded.tablet,
        desktop = request_view_totals.desktop + excluded.desktop,
        unknown = request_view_totals.unknown + excluded.unknown,
        last_tracked = greatest(request_view_totals.last_tracked, excluded.last_tracked)
    )
    insert into request_views (request_id, device_type, ip_address, tracked_at)
    select i.request_id, i.device_type, i.ip_address, i.tracked_at
    from incoming i
    where i.nth + (
      select count(*) from request_views r
      where r.request_id = i.request_id and r.ip_address = i.ip_address
        and r.tracked_at >= date_trunc('day', i.tracked_at, 'UTC')
    ) <= 100
  `.execute(tx);
}

export const findTotals = (db: Database, requestId: number) =>
  db
    .selectFrom('request_view_totals')
    .select(['total', 'unique_ips', 'first_tracked', 'last_tracked', 'mobile', 'tablet', 'desktop', 'unknown'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();

export const listRecent = (db: Database, requestId: number, limit: number) =>
  db
    .selectFrom('request_views')
    .select(['id', 'device_type', 'ip_address', 'tracked_at'])
    .where('request_id', '=', requestId)
    .orderBy('tracked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const deleteBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('request_views').where('tracked_at', '<', before).execute();
