import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { nameOrder } from '#server/db/search/search.ts';
import type { Days } from '#server/lib/days.ts';
import { listed, statusColumns, summed } from './reports.figures.repo.ts';
import { countedFrom, daysFrom, periodsAsRows, type Scope, type Source, servicesFrom } from './reports.periods.repo.ts';
import { type DayCounts, MONTHS_WITH_DAYS, type StatusCounts } from './reports.timeline.rules.ts';

type Ratings = { rated_1: number; rated_2: number; rated_3: number; rated_4: number; rated_5: number };
/** The sums of a period. */
export type FigureSums = StatusCounts &
  Ratings & {
    which: 'current' | 'previous';
    requests: number;
    low: number;
    medium: number;
    high: number;
    urgent: number;
    responded: number;
    assigned_same_day: number;
    average_resolution_seconds: number | null;
    average_first_response_seconds: number | null;
  };
export type TechnicianSums = Ratings & {
  id: number;
  name: string;
  is_active: boolean;
  requests: number;
  assigned: number;
  in_progress: number;
  completed: number;
};

/** Everything that a report shows, from one snapshot. */
export type ReportRow = {
  /** The zone of the maintained figures. */
  zone: string | null;
  sums: FigureSums[];
  months: DayCounts[];
  /** Empty also when there are more than `MONTHS_WITH_DAYS` months. */
  days: DayCounts[];
  has_days: boolean;
  services: { service_type: string; requests: number }[];
  technicians: TechnicianSums[];
  total_requests: number;
  technicians_total: number;
};

const ratings = listed(
  (column) => `coalesce(b.${column}, 0) as ${column}`,
  ['requests', 'assigned', 'in_progress', 'completed', 'rated_1', 'rated_2', 'rated_3', 'rated_4', 'rated_5'],
);
/** The rows of a subquery that is called `entry`. */
const asList = sql.raw("coalesce(json_agg(entry), '[]')");
/** The name of an average in seconds, from a sum in microseconds. */
const average = (sum: string, of: string, name: string) =>
  sql.raw(`(sum(${sum}) / nullif(sum(${of}), 0) / 1000000)::float8 as ${name}`);

/** A report in one statement. */
export async function findReport(
  db: Database,
  periods: { current: Days; previous: Days | null },
  scope: Scope,
  source: Source,
): Promise<ReportRow> {
  const counts = ['requests', ...statusColumns] as const;
  const { rows } = await sql<ReportRow>`
    with period as materialized (${periodsAsRows(periods)}),
    ${countedFrom(source, scope)},
    by_assignee as materialized (select which, assigned_to, ${summed('counted')} from counted group by 1, 2),
    months as materialized (
      select date_trunc('month', day::timestamp)::date as day, ${summed('counted', counts)} from counted
      where which = 'current' group by 1 having sum(requests) > 0
    ),
    span as materialized (
      select min(day) as first, max(day) as last,
        max(day) < min(day) + ${sql.lit(MONTHS_WITH_DAYS)} * interval '1 month' as is_short
      from months
    ),
    days as (
      select day, ${summed('counts', counts)}
      from (${daysFrom(
        source,
        scope,
        (day) => sql`
        (select is_short from span) and ${day} >= (select first from span)
        and ${day} < (select last + interval '1 month' from span)`,
      )}) counts
      group by day having sum(requests) > 0
    )
    select (select zone from request_figures_zone) as zone,
      (select ${asList} from (
        select which, ${summed('b')}, ${average('resolution_us', 'completed', 'average_resolution_seconds')},
          ${average('first_response_us', 'responded', 'average_first_response_seconds')}
        from by_assignee b group by which
      ) entry) as sums,
      (select ${asList} from (select * from months order by day) entry) as months,
      (select ${asList} from (select * from days order by day) entry) as days,
      coalesce((select is_short from span), true) as has_days,
      (select ${asList} from (
        select service_type, sum(requests) as requests from (${servicesFrom(source, scope)}) counts
        group by service_type having sum(requests) <> 0 order by requests desc, ${nameOrder('service_type')}, service_type
      ) entry) as services,
      (select ${asList} from (
        select u.id, u.name, u.is_active and u.role = 'technician' and u.deleted_at is null as is_active, ${ratings}
        from users u
        left join by_assignee b on b.assigned_to = u.id and b.which = 'current' and b.requests > 0
        where (u.role = 'technician' and u.deleted_at is null or b.requests > 0)
          and ${scope.assignee === undefined ? sql`true` : sql`u.id = ${scope.assignee}`}
        order by ${nameOrder('u.name')}, u.id
      ) entry) as technicians,
      (select coalesce(sum(n), 0)::int from row_counts where counted = 'requests') as total_requests,
      (select count(*)::int from users where role = 'technician' and deleted_at is null) as technicians_total
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL answered no report');
  return row;
}

/** Counts requests by status and users by role, in one statement. A status without requests may be missing. */
export async function findAnalytics(db: Database) {
  const { rows } = await sql<{
    requests: { status: keyof StatusCounts; n: number }[];
    users: { total: number; active: number; admins: number; technicians: number; auditors: number };
  }>`
    select
      (select ${asList} from (
        select status, sum(n)::int as n from row_counts where counted = 'requests' group by status
      ) entry) as requests,
      (select to_json(counts) from (
        select count(*) as total, count(*) filter (where is_active) as active, count(*) filter (where role = 'admin') as admins,
          count(*) filter (where role = 'technician') as technicians, count(*) filter (where role = 'auditor') as auditors
        from users where deleted_at is null
      ) counts) as users
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL answered no counts');
  return row;
}
