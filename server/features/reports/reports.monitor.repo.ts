import { sql } from 'kysely';
import { MONITOR_REQUESTS } from '#contract/words/reports.ts';
import type { RequestPriority, RequestStatus } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import { hasAll, nameOrder, searchedText } from '#server/db/search/search.ts';
import { type Days, rangeOf } from '#server/lib/days.ts';
import { listed, statusColumns, summed } from './reports.figures.repo.ts';
import { countedFrom, periodsAsRows, type Source } from './reports.periods.repo.ts';
import type { StatusCounts } from './reports.timeline.rules.ts';

export type MonitorFilter = {
  search?: string | undefined;
  status?: RequestStatus | undefined;
  days: Days;
  limit: number;
  page: number;
};

export type MonitoredRow = StatusCounts & {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  base_location: string | null;
  is_active: boolean;
  newest: {
    id: number;
    external_id: string;
    title: string;
    status: RequestStatus;
    priority: RequestPriority;
    customer_name: string;
    customer_email: string;
    /** Text with an offset. */
    created_at: string;
  }[];
};
export type MonitorRow = {
  /** The zone of the maintained figures. */
  zone: string | null;
  technicians: MonitoredRow[];
  matched: number;
  total: number;
};

const counts = listed((column) => `coalesce(b.${column}, 0) as ${column}`, statusColumns);
const isTechnician = sql`role = 'technician' and deleted_at is null`;

/**
 * A page of technicians with the counts of their requests by status and their newest requests, in one statement.
 *
 * The days of the newest requests are written so that PostgreSQL takes none of the conditions for a strong one, and walks down
 * the index: two bounds of one column would count as 0.5 % of the rows, and it would rather collect and sort all of a technician's.
 */
export async function findMonitored(
  db: Database,
  { search, status, days, limit, page }: MonitorFilter,
  zone: string,
  source: Source,
): Promise<MonitorRow> {
  const matching =
    search === undefined ? isTechnician : sql`${isTechnician} and ${hasAll(searchedText('users'), search)}`;
  const { from, before } = rangeOf(days);
  const { rows } = await sql<MonitorRow>`
    with period as materialized (${periodsAsRows({ current: days })}),
    page as materialized (
      select id, name, email, phone, base_location, is_active from users where ${matching}
      order by ${nameOrder('name')}, id limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
    ),
    ${countedFrom(source, { zone }, statusColumns)},
    by_assignee as (select assigned_to, ${summed('counted', statusColumns)} from counted group by 1)
    select (select zone from request_figures_zone) as zone,
      (select coalesce(json_agg(entry), '[]') from (
        select page.*, ${counts}, newest.list as newest
        from page
        left join by_assignee b on b.assigned_to = page.id
        cross join lateral (
          select coalesce(json_agg(request), '[]') as list from (
            select r.id, r.external_id, r.title, r.status, r.priority, r.customer_name, r.customer_email, r.created_at
            from requests r
            where r.assigned_to = page.id and ${status ? sql`r.status = ${sql.lit(status)}` : sql`true`}
              and (r.created_at, r.id) >= ((${from}::date - 2)::timestamptz, 0)
              and r.created_at < (${before}::date + 2)::timestamptz
              and case (r.created_at at time zone ${zone})::date >= ${from}::date
                and (r.created_at at time zone ${zone})::date < ${before}::date when true then true else false end
            order by r.created_at desc, r.id desc limit ${sql.lit(MONITOR_REQUESTS)}
          ) request
        ) newest
        order by ${nameOrder('page.name')}, page.id
      ) entry) as technicians,
      (select count(*)::int from users where ${matching}) as matched,
      (select count(*)::int from users where ${isTechnician}) as total
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL answered no technicians');
  return row;
}
