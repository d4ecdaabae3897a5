import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import {
  always,
  figuresOf,
  listed,
  onDays,
  requestsAsChanges,
  type Span,
  servicesOf,
  spanned,
  within,
} from './reports.figures.repo.ts';

/** PostgreSQL's code for a lock that somebody else has. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a transaction failed because another one maintains the figures. */
export const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/**
 * Begins a transaction that maintains the figures. All of its statements see one state of the requests, and no other
 * transaction maintains the figures until its end; readers and writers do not wait. The lock comes before the first read,
 * because a lock that came later would protect a state that is out of date already.
 */
export async function beginUpkeep(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`lock table request_figures_zone in share row exclusive mode nowait`.execute(tx);
}

/** The time zone of the figures, null when they are not built, and the stored details of the business. */
export async function findZones(tx: Tx): Promise<{ figures: string | null; details: unknown }> {
  const { rows } = await sql<{ figures: string | null; details: unknown }>`
    select f.zone as figures, s.details from request_figures_zone f, settings s
  `.execute(tx);
  if (!rows[0]) throw new Error('the business has no settings');
  return rows[0];
}

/** Adds changes to the figures. @param changes a statement that answers them @returns how many there were */
async function addChanges(tx: Tx, changes: RawBuilder<unknown>, zone: string, span: Span = always): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with taken as (${changes}),
    c as materialized (select * from (${onDays(sql`select * from taken`, zone)}) c where ${within(span)}),
    days as materialized (${figuresOf(sql`select * from c`)}),
    services as materialized (${servicesOf(sql`select * from c`)}),
    added as (
      insert into request_figures (step, day, assigned_to, ${listed((column) => column)})
      select 'day', day, assigned_to, ${listed((column) => column)} from days
      union all
      select 'month', date_trunc('month', day::timestamp)::date, assigned_to, ${listed((column) => `sum(${column})`)}
      from days group by 2, 3
      order by 1, 2, 3
      on conflict (step, day, assigned_to) do update
      set ${listed((column) => `${column} = request_figures.${column} + excluded.${column}`)}
    ),
    added_services as (
      insert into request_service_figures (step, day, assigned_to, service_type, requests)
      select 'day', day, assigned_to, service_type, requests from services
      union all
      select 'month', date_trunc('month', day::timestamp)::date, assigned_to, service_type, sum(requests)
      from services group by 2, 3, 4
      order by 1, 2, 3
      on conflict (step, day, assigned_to, service_type) do update
      set requests = request_service_figures.requests + excluded.requests
    )
    select count(*)::int as n from c
  `.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Moves the oldest changes into the figures. Their order keeps the figures a sum of requests: no part of them is below zero,
 * and a row without requests is a row of zeros.
 * @returns how many were moved
 */
export async function foldChanges(tx: Tx, zone: string, limit: number): Promise<number> {
  const folded = await addChanges(
    tx,
    sql`delete from request_figure_changes
      where id in (select id from request_figure_changes order by id limit ${limit}) returning *`,
    zone,
  );
  await sql`delete from request_figures where requests = 0`.execute(tx);
  await sql`delete from request_service_figures where requests = 0`.execute(tx);
  return folded;
}

/** The months with requests or figures, each as its days. The first and the last one reach to the end of time. */
export async function monthsOf(tx: Tx, zone: string): Promise<Span[]> {
  const { rows } = await sql<Span>`
    with ends as (
      select min(created_at at time zone ${zone}) as first, max(created_at at time zone ${zone}) as last from requests
      union all select min(created_at at time zone ${zone}), max(created_at at time zone ${zone}) from request_figure_changes
      union all select min(day), max(day) from request_figures
    ),
    starts as (
      select month::date as day from (select min(first) as first, max(last) as last from ends) span,
        generate_series(date_trunc('month', first), last, '1 month') month
    )
    select case when lag(day) over days is null then '-infinity' else day::text end as "from",
      coalesce((lead(day) over days)::text, 'infinity') as before
    from starts window days as (order by day)
  `.execute(tx);
  return rows;
}

/** Builds the figures anew from the requests. Each month is one statement, so that none takes long. */
export async function buildFigures(tx: Tx, zone: string): Promise<void> {
  await sql`delete from request_figures`.execute(tx);
  await sql`delete from request_service_figures`.execute(tx);
  await sql`delete from request_figure_changes`.execute(tx);
  for (const month of await monthsOf(tx, zone)) await addChanges(tx, requestsAsChanges(spanned(month)), zone, month);
  await sql`update request_figures_zone set zone = ${zone}`.execute(tx);
}
