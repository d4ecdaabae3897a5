import type { z } from 'zod';
import { type customer, type customerStats, type customers, FEEDBACK_LISTED } from '#contract/customers.ts';
import { textLimits } from '#contract/words/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { notFound } from '#server/lib/errors.ts';
import { matchedOf } from '#server/lib/matched.ts';
import * as repo from './customers.repo.ts';

const WHOLE_HISTORY: repo.HistorySize = { requests: 200, feedback: textLimits.feedback };
/** What the list shows of one customer, so that a page of it stays small. The figures count all requests. */
const LISTED_HISTORY: repo.HistorySize = { requests: 10, feedback: FEEDBACK_LISTED };

export type CustomerDetails = {
  name: string;
  email: string;
  phone: string;
  address: string;
  payment_address: string | null;
};

/**
 * Finds or creates the customer of a public submission, one per e-mail address. A submission never overwrites known details,
 * because anyone can send one. Runs inside the caller's transaction.
 * @returns the customer's id
 */
export const rememberCustomer = (tx: Tx, details: CustomerDetails, now: Date): Promise<number> =>
  repo.upsertCustomer(tx, { ...details, created_at: now });

/** A customer row as the wire shows it (spec §3 Customer). */
const presentCustomer = (row: repo.CustomerRow): z.input<typeof customer> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

type Stats = z.input<typeof customerStats>;
const NOTHING_YET: Stats = { completed: 0, in_progress: 0, pending: 0, total: 0, average_rating: null };

/** The figures of these customers, by one query; zeros for a customer without requests. */
async function statsOf(deps: Deps, customerIds: readonly number[]): Promise<(customerId: number) => Stats> {
  const rows = await repo.statsOf(deps.db, customerIds);
  const byCustomer = new Map(rows.map(({ customer_id, ...stats }): [number, Stats] => [customer_id, stats]));
  return (customerId) => byCustomer.get(customerId) ?? NOTHING_YET;
}

type HistoryRow = Awaited<ReturnType<typeof repo.listHistories>>[number];

const presentEntry = ({ technician_name, customer_id: _, ...request }: HistoryRow) => ({
  ...request,
  assignedTechnician: technician_name === null ? null : { name: technician_name },
  created_at: request.created_at.toISOString(),
  completed_at: request.completed_at?.toISOString() ?? null,
});

/** The newest requests of these customers, by one query, at most `limit` of one customer. */
async function historiesOf(deps: Deps, customerIds: readonly number[], size: repo.HistorySize) {
  const byCustomer = Map.groupBy(
    await repo.listHistories(deps.db, customerIds, size),
    ({ customer_id }) => customer_id,
  );
  return (customerId: number) => (byCustomer.get(customerId) ?? []).map(presentEntry);
}

/** The office's customers (spec §2 Customer Management), newest first, each with their figures and newest requests. */
export const list: UseCase<typeof customers.list> = async (deps, _actor, { query }) => {
  const { search, limit, page } = query;
  const [rows, matched, total] = await Promise.all([
    repo.listCustomers(deps.db, search, { limit, page }),
    repo.countMatching(deps.db, search),
    repo.countMatching(deps.db, undefined),
  ]);
  const ids = rows.map((row) => row.id);
  const [stats, requests] = await Promise.all([statsOf(deps, ids), historiesOf(deps, ids, LISTED_HISTORY)]);
  return {
    customers: rows.map((row) => ({ ...presentCustomer(row), stats: stats(row.id), requests: requests(row.id) })),
    ...matchedOf(matched, Boolean(search)),
    total,
    page,
    limit,
  };
};

async function reach(deps: Deps, id: number): Promise<repo.CustomerRow> {
  const row = await repo.findCustomer(deps.db, id);
  if (!row) throw notFound('Customer');
  return row;
}

/** One customer with their figures and work history; 404 when there is none. */
export const get: UseCase<typeof customers.get> = async (deps, _actor, { params }) => {
  const row = await reach(deps, params.id);
  const [stats, requests] = await Promise.all([statsOf(deps, [row.id]), historiesOf(deps, [row.id], WHOLE_HISTORY)]);
  return { customer: { ...presentCustomer(row), stats: stats(row.id), requests: requests(row.id) } };
};

/** One customer's figures; 404 when there is none. */
export const stats: UseCase<typeof customers.stats> = async (deps, _actor, { params }) => {
  const { id } = await reach(deps, params.id);
  return { stats: (await statsOf(deps, [id]))(id) };
};
