import { type RawBuilder, sql } from 'kysely';
import { type Days, rangeOf, rangesOf } from '#server/lib/days.ts';
import {
  aroundDays,
  figureColumns,
  figuresOf,
  listed,
  onDays,
  requestsAsChanges,
  servicesOf,
  statusColumns,
  summedAgain,
  unfoldedChanges,
} from './reports.figures.repo.ts';

/** The source of figures: the maintained sums plus the changes not yet in them, or the requests themselves. */
export type Source = 'figures' | 'requests';
export type Scope = {
  /** The business's time zone. */
  zone: string;
  /** The id of the assignee whose requests count; all count without it. */
  assignee?: number | undefined;
};

/** The periods as a table: `whole` with the days, and the days and months whose figures sum up to it. */
export function periodsAsRows(periods: Readonly<Record<string, Days | null>>): RawBuilder<unknown> {
  const rows = Object.entries(periods).flatMap(([which, days]) =>
    days === null
      ? []
      : [{ which, ...rangeOf(days), step: 'whole' }, ...rangesOf(days).map((range) => ({ which, ...range }))],
  );
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as row (which text, step text, "from" date, before date)`;
}

const plain = (from: string, of = figureColumns) => listed((column) => `${from}.${column}`, of);
const mine = (alias: string, { assignee }: Scope) =>
  assignee === undefined ? sql`true` : sql`${sql.ref(`${alias}.assigned_to`)} = ${assignee}`;
const inWhole = (alias: string) =>
  sql`p.step = 'whole' and ${sql.ref(`${alias}.day`)} >= p."from" and ${sql.ref(`${alias}.day`)} < p.before`;
/**
 * The rows `f` of figures of each row of `period p`. PostgreSQL does not know how few they are, and would rather read the table as
 * a whole; `offset 0` makes it look the rows of each period up in the index.
 */
const figuresIn = (
  table: 'request_figures' | 'request_service_figures',
  step: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) => sql`
  cross join lateral (
    select f.* from ${sql.table(table)} f
    where f.step = ${step} and f.day >= p."from" and f.day < p.before and ${where} offset 0
  ) f`;

const changes = (scope: Scope) => onDays(unfoldedChanges, scope.zone, scope.assignee);
const requests = (scope: Scope) =>
  onDays(
    requestsAsChanges(
      sql`${aroundDays(sql`(select min("from") from period)`, sql`(select max(before) from period)`)}
        and ${scope.assignee === undefined ? sql`true` : sql`r.assigned_to = ${scope.assignee}`}`,
    ),
    scope.zone,
  );

/**
 * Common table expressions over `period`. `counted (which, day, assigned_to, ...)`: figures whose sum is that of a period, each of
 * days of one month. `fresh`: figures by day that `counted` has and that are in no row of `request_figures`.
 */
export const countedFrom = (source: Source, scope: Scope, of = figureColumns): RawBuilder<unknown> =>
  source === 'figures'
    ? sql`
      fresh as materialized (${figuresOf(changes(scope), of)}),
      counted as materialized (
        select p.which, f.day, f.assigned_to, ${plain('f', of)} from period p
        ${figuresIn('request_figures', sql`'month'`, mine('f', scope))} where p.step = 'month'
        union all
        select p.which, f.* from period p cross join lateral (
          select date_trunc('month', f.day::timestamp)::date, f.assigned_to, ${summedAgain('f', of)} from request_figures f
          where f.step = 'day' and f.day >= p."from" and f.day < p.before and ${mine('f', scope)} group by 1, 2
        ) f where p.step = 'day'
        union all
        select p.which, c.* from fresh c join period p on ${inWhole('c')}
      )`
    : sql`
      fresh as materialized (${figuresOf(requests(scope), of)}),
      counted as materialized (select p.which, c.* from fresh c join period p on ${inWhole('c')})`;

/** Counts by status of the days of the current period. @param where limits the days, as `f.day` and `c.day` */
export const daysFrom = (source: Source, scope: Scope, limit: (day: RawBuilder<unknown>) => RawBuilder<unknown>) => {
  const counts: typeof figureColumns = ['requests', ...statusColumns];
  const unfolded = sql`
    select c.day, ${plain('c', counts)} from fresh c join period p on ${inWhole('c')}
    where p.which = 'current' and ${limit(sql`c.day`)}`;
  if (source === 'requests') return unfolded;
  return sql`
    select f.day, ${plain('f', counts)} from period p
    ${figuresIn('request_figures', sql`'day'`, sql`${mine('f', scope)} and ${limit(sql`f.day`)}`)}
    where p.which = 'current' and p.step = 'whole'
    union all ${unfolded}`;
};

/** Requests of the current period by service type, as rows to be summed. */
export const servicesFrom = (source: Source, scope: Scope) =>
  source === 'figures'
    ? sql`
      select f.service_type, f.requests from period p
      ${figuresIn('request_service_figures', sql`p.step`, mine('f', scope))}
      where p.which = 'current'
      union all
      select c.service_type, c.requests from (${servicesOf(changes(scope))}) c join period p on ${inWhole('c')}
      where p.which = 'current'`
    : sql`
      select c.service_type, c.requests from (${servicesOf(requests(scope))}) c join period p on ${inWhole('c')}
      where p.which = 'current'`;
