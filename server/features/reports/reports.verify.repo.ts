import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import {
  figuresOf,
  listed,
  onDays,
  requestsAsChanges,
  type Span,
  servicesOf,
  spanned,
  unfoldedChanges,
  within,
} from './reports.figures.repo.ts';

/** A row of the figures, and how much more than the requests say it has in each column that is wrong. */
export type Difference = {
  step: 'day' | 'month';
  day: string;
  /** 0: nobody. */
  assigned_to: number;
  /** Null when the row is not about a service type. */
  service_type: string | null;
  excess: Record<string, number>;
};

/** Begins a transaction that only reads, and sees one state of figures and requests. */
export const beginComparison = (tx: Tx) => sql`set transaction isolation level repeatable read, read only`.execute(tx);

const columns = listed((column) => column);
const negative = listed((column) => `-${column}`);
const sums = listed((column) => `sum(${column})`);
const excess = listed((column) => `'${column}', nullif(sum(${column}), 0)`);

/**
 * The rows whose sums are not zero, of what is there and of the opposite of what must be there.
 * @param figures in the columns of `request_figures`
 * @param services in the columns of `request_service_figures`
 */
async function findExcess(
  tx: Tx,
  step: Difference['step'],
  c: RawBuilder<unknown>,
  { figures, services }: { figures: RawBuilder<unknown>; services: RawBuilder<unknown> },
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with c as materialized (${c})
    select ${sql.lit(step)} as step, day::text, assigned_to, null as service_type,
      json_strip_nulls(json_build_object(${excess})) as excess
    from (${figures}) figures group by day, assigned_to having 0 <> any(array[${sums}])
    union all
    select ${sql.lit(step)}, day::text, assigned_to, service_type, json_build_object('requests', sum(requests))
    from (${services}) services group by day, assigned_to, service_type having sum(requests) <> 0
    order by day, assigned_to, service_type nulls first
  `.execute(tx);
  return rows;
}

/** Compares the rows of days, with the changes that are not in them yet, with the requests themselves. */
export const compareDays = (tx: Tx, zone: string, span: Span) =>
  findExcess(
    tx,
    'day',
    sql`select * from (
      ${onDays(sql`${unfoldedChanges} union all ${requestsAsChanges(spanned(span), -1)}`, zone)}
    ) c where ${within(span)}`,
    {
      figures: sql`
        select day, assigned_to, ${columns} from request_figures where step = 'day' and ${within(span)}
        union all ${figuresOf(sql`select * from c`)}`,
      services: sql`
        select day, assigned_to, service_type, requests from request_service_figures where step = 'day' and ${within(span)}
        union all ${servicesOf(sql`select * from c`)}`,
    },
  );

/** Compares the rows of months with those of their days. */
export const compareMonths = (tx: Tx) =>
  findExcess(tx, 'month', sql`select`, {
    figures: sql`
      select day, assigned_to, ${columns} from request_figures where step = 'month'
      union all
      select date_trunc('month', day::timestamp)::date, assigned_to, ${negative} from request_figures where step = 'day'`,
    services: sql`
      select day, assigned_to, service_type, requests from request_service_figures where step = 'month'
      union all
      select date_trunc('month', day::timestamp)::date, assigned_to, service_type, -requests
      from request_service_figures where step = 'day'`,
  });
