import { type RawBuilder, sql } from 'kysely';
import { OTHER_SERVICE } from '#contract/words/reports.ts';
import { statuses } from '#contract/words/requests.ts';

/**
 * What the columns of `request_figures` count: the changes `c` that meet a condition, or the sum of a value over them. Times
 * are never negative: a clock that was set back counts as no time.
 */
const microseconds = (end: string) =>
  `greatest(0, (extract(epoch from c.${end} - c.created_at) * 1000000)::bigint)` as const;
const columns = {
  requests: ['true'],
  pending: ["c.status = 'pending'"],
  assigned: ["c.status = 'assigned'"],
  in_progress: ["c.status = 'in_progress'"],
  completed: ["c.status = 'completed'"],
  cancelled: ["c.status = 'cancelled'"],
  low: ["c.priority = 'low'"],
  medium: ["c.priority = 'medium'"],
  high: ["c.priority = 'high'"],
  urgent: ["c.priority = 'urgent'"],
  rated_1: ['c.rating = 1'],
  rated_2: ['c.rating = 2'],
  rated_3: ['c.rating = 3'],
  rated_4: ['c.rating = 4'],
  rated_5: ['c.rating = 5'],
  resolution_us: ["c.status = 'completed'", microseconds('completed_at')],
  responded: ['c.first_assigned_at is not null'],
  first_response_us: ['c.first_assigned_at is not null', microseconds('first_assigned_at')],
  assigned_same_day: ['c.assigned_day = c.day'],
} as const satisfies Record<string, readonly [condition: string, value?: string]>;

type FigureColumn = keyof typeof columns;
export const figureColumns = Object.keys(columns) as readonly FigureColumn[];
/** The columns that count a status are named as it is. */
export const statusColumns = statuses;

const typeOf = (column: FigureColumn) => (columns[column].length === 2 ? 'bigint' : 'integer');

/** The columns as a list, each written by `write`. */
export const listed = (write: (column: FigureColumn) => string, of: readonly FigureColumn[] = figureColumns) =>
  sql.raw(of.map(write).join(', '));
/** The sums of the columns of rows that are sums already. */
export const summed = (from: string, of: readonly FigureColumn[] = figureColumns) =>
  listed((column) => `sum(${from}.${column}) as ${column}`, of);
/** The same in the types of the columns: sums of those would be numeric otherwise, which adds up many times slower. */
export const summedAgain = (from: string, of: readonly FigureColumn[] = figureColumns) =>
  listed((column) => `sum(${from}.${column})::${typeOf(column)} as ${column}`, of);
const counted = (column: FigureColumn) => {
  const [condition, value]: readonly [string, string?] = columns[column];
  return `coalesce(sum(${value ? `c.n * ${value}` : 'c.n'}) filter (where ${condition}), 0)::${typeOf(column)} as ${column}`;
};

/** The condition for the requests of one assignee; true for all requests without one. */
const onlyOf = (column: string, assignee: number | undefined) =>
  assignee === undefined ? sql`true` : sql`${sql.raw(column)} = ${assignee}`;

/**
 * Requests as changes.
 * @param where limits them
 * @param n 1: each is there; -1: each is gone
 */
export const requestsAsChanges = (where: RawBuilder<unknown>, n: 1 | -1 = 1) => sql`
  select ${sql.lit(n)}::smallint as n, coalesce(r.assigned_to, 0) as assigned_to, r.status, r.priority, r.service_type, r.rating, r.created_at,
    r.completed_at, r.first_assigned_at
  from requests r where ${where}`;

/** The changes that are not in the figures yet. */
export const unfoldedChanges = sql`
  select n, assigned_to, status, priority, service_type, rating, created_at, completed_at, first_assigned_at
  from request_figure_changes`;

/** Changes with their days in the zone. */
export const onDays = (changes: RawBuilder<unknown>, zone: string, assignee?: number) => sql`
  select changes.*, (created_at at time zone ${zone})::date as day, (first_assigned_at at time zone ${zone})::date as assigned_day
  from (${changes}) changes where ${onlyOf('assigned_to', assignee)}`;

/** The figures of changes by day and assignee, in the columns of `request_figures`. */
export const figuresOf = (changesOnDays: RawBuilder<unknown>, of = figureColumns) => sql`
  select c.day, c.assigned_to, ${listed(counted, of)} from (${changesOnDays}) c group by c.day, c.assigned_to`;

/** The same by service type. */
export const servicesOf = (changesOnDays: RawBuilder<unknown>) => sql`
  select c.day, c.assigned_to, coalesce(c.service_type, ${OTHER_SERVICE}) as service_type, sum(c.n)::integer as requests
  from (${changesOnDays}) c group by 1, 2, 3`;

/** Requests that were perhaps created on these days. Two days more on each side are enough for every zone. */
export const aroundDays = (from: RawBuilder<unknown>, before: RawBuilder<unknown>) => sql`
  r.created_at >= (${from} - 2)::timestamptz and r.created_at < (${before} + 2)::timestamptz`;

/** Days from `from` to the one before `before`, as PostgreSQL writes dates. */
export type Span = { from: string; before: string };
export const always: Span = { from: '-infinity', before: 'infinity' };

/** Rows whose `day` is in a span. */
export const within = ({ from, before }: Span) => sql`day >= ${from}::date and day < ${before}::date`;

/** Requests that were perhaps created in a span. */
export const spanned = ({ from, before }: Span) => aroundDays(sql`${from}::date`, sql`${before}::date`);
