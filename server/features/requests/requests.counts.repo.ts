import { type RawBuilder, sql } from 'kysely';
import { statuses } from '#contract/words/requests.ts';
import type { Database } from '#server/db/pool.ts';
import { filtered, type RequestFilter, statusesWithout } from './requests.filter.repo.ts';

/**
 * The local time of a later moment is never a day or more before that of an earlier one, in no zone at no time. So a request whose day is
 * two after that of a moment is later than the moment, and one whose day is at most one after it is not 72 hours later.
 */
const EDGE_DAYS = 2;
const EDGE = sql`interval '72 hours'`;
/** A shorter window is counted in an index, which then costs less than a look at the changes that are not in the figures yet. */
const FEW_DAYS = 7;

/** The columns of `request_figures` whose sum is the number of requests that pass a filter; null when they cannot tell. */
function columnsOf({ status, without, priority }: RequestFilter): readonly string[] | null {
  if ([status, without, priority].filter(Boolean).length > 1) return null;
  if (status) return [status];
  if (without) return statusesWithout(without);
  return [priority ?? 'requests'];
}

/** The same for a change `c`: whether it is of a request that passes the filter, but for its time. */
function changePasses({ status, without, priority, assignment }: RequestFilter): RawBuilder<unknown> {
  const among = statuses.filter((one) => one !== without && (!status || one === status));
  return sql`c.status = any(${[...among]}::request_status[])
    and ${priority ? sql`c.priority = ${priority}` : sql`true`} and ${assigned('c', assignment)}`;
}

const assigned = (alias: 'c' | 'f', assignment: RequestFilter['assignment']) =>
  assignment ? sql`${sql.ref(`${alias}.assigned_to`)} ${sql.raw(assignment === 'assigned' ? '<>' : '=')} 0` : sql`true`;

/** The number of requests between two moments, without the figures. */
const countBetween = (db: Database, filter: RequestFilter) =>
  filtered(db, filter).select(sql<number>`count(*)::int`.as('n'));

/**
 * The exact number of requests of a window of time: what the figures of reports have by whole days and months, and what they do not have yet. The
 * days at both ends are counted in an index, wherever in a day the window begins and ends, and so is a window of few days, a filter for what
 * the figures do not have, and any window while the figures are not built. The figures are read by the days of their own zone, so it
 * does not matter which the business's is now. One statement sees one state of all of it.
 */
export function countInWindow(db: Database, filter: RequestFilter) {
  const columns = columnsOf(filter);
  if (!columns) return countBetween(db, filter);
  const { from, before, assignment } = filter;
  const open = { ...filter, from: null, before: null };
  const end = sql`${before ?? 'infinity'}::timestamptz`;
  const start = sql`${from ?? '-infinity'}::timestamptz`;
  const day = (at: RawBuilder<unknown>) => sql`(${at} at time zone span.zone)::date`;
  const created = sql`requests.created_at`;
  const early = countBetween(db, open)
    .where(sql<boolean>`${created} >= ${start}`)
    .where(sql<boolean>`${created} < case when span.is_long then least(${end}, ${start} + ${EDGE}) else ${end} end`)
    .where(sql<boolean>`(not span.is_long or ${day(created)} < span.first)`);
  const late = countBetween(db, open)
    .where(sql<boolean>`span.is_long and ${created} >= greatest(${start}, ${end} - ${EDGE}) and ${created} < ${end}`)
    .where(sql<boolean>`${day(created)} >= span.behind`);
  const summed = (step: 'day' | 'month', since: string, until: string) => sql`
    select sum(${sql.raw(columns.map((column) => `f.${column}`).join(' + '))}) as n from request_figures f
    where span.is_long and f.step = ${sql.lit(step)} and f.day >= ${sql.raw(since)} and f.day < ${sql.raw(until)}
      and ${assigned('f', assignment)}`;
  const changed = sql`
    select sum(c.n) as n from request_figure_changes c
    where span.is_long and ${changePasses(filter)}
      and ${day(sql`c.created_at`)} >= span.first and ${day(sql`c.created_at`)} < span.behind`;
  // The days from `first` to the one before `behind` are inside the window as a whole; of them, those from `month` to the one before
  // `rest` are whole months.
  return db.selectNoFrom(
    sql<number>`(
      select (early.n + late.n + coalesce(months.n, 0) + coalesce(days.n, 0) + coalesce(others.n, 0) + coalesce(changed.n, 0))::int
      from request_figures_zone figures
      cross join lateral (
        select figures.zone,
          coalesce((${from}::timestamptz at time zone figures.zone)::date + ${sql.lit(EDGE_DAYS)}, '-infinity'::date) as first,
          coalesce((${before}::timestamptz at time zone figures.zone)::date - ${sql.lit(EDGE_DAYS - 1)}, 'infinity'::date) as behind
      ) ends
      cross join lateral (
        select date_trunc('month', first - interval '1 day') + interval '1 month' as month, date_trunc('month', behind::timestamp) as rest
      ) whole
      cross join lateral (
        select ends.*, ends.zone is not null and first + ${sql.lit(FEW_DAYS)} < least(behind, current_date) as is_long,
          case when month < rest then month::date else behind end as month, case when month < rest then rest::date else behind end as rest
        offset 0
      ) span
      cross join lateral ${early} early
      cross join lateral ${late} late
      cross join lateral (${summed('month', 'span.month', 'span.rest')}) months
      cross join lateral (${summed('day', 'span.first', 'span.month')}) days
      cross join lateral (${summed('day', 'span.rest', 'span.behind')}) others
      cross join lateral (${changed}) changed
    )`.as('n'),
  );
}
