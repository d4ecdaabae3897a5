import { type Insertable, sql } from 'kysely';
import type { RequestViews } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

export type View = Insertable<RequestViews>;

/** Writes views, at most 100 a request, IP and day (UTC): the rest is someone hammering, not someone looking. */
export async function insertViews(db: Database, views: readonly View[]): Promise<void> {
  const rows = JSON.stringify(views);
  await sql`
    with incoming as (
      select v.*, row_number() over (partition by request_id, ip_address order by tracked_at) as nth
      from jsonb_to_recordset(${rows}::jsonb)
        as v(request_id integer, device_type device_type, ip_address text, tracked_at timestamptz)
    )
    insert into request_views (request_id, device_type, ip_address, tracked_at)
    select i.request_id, i.device_type, i.ip_address, i.tracked_at
    from incoming i
    where i.nth + (
      select count(*) from request_views r
      where r.request_id = i.request_id and r.ip_address = i.ip_address
        and r.tracked_at >= date_trunc('day', i.tracked_at, 'UTC')
    ) <= 100
  `.execute(db);
}
