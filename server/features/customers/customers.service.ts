import type { z } from 'zod';
import type { customer, customerStats, customers } from '#contract/customers.ts';
import type { Database } from '#server/db/pool.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { notFound } from '#server/lib/errors.ts';
import * as repo from './customers.repo.ts';

const HISTORY_MAX = 200;

export type CustomerDetails = {
  name: string;
  email: string;
  phone: string;
  address: string;
  payment_address: string | null;
};

/**
 * The customer behind a public submission, one per e-mail address: created when new; what is known already is never
 * overwritten by a stranger's form. Runs inside the caller's transaction.
 * @returns the customer's id
 */
export const rememberCustomer = (tx: Database, details: CustomerDetails, now: Date): Promise<number> =>
  repo.upsertCustomer(tx, { ...details, created_at: now });

/** A customer row as the wire shows it (spec §3 Customer). */
const presentCustomer = (row: repo.CustomerRow): z.input<typeof customer> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

type Stats = z.input<typeof customerStats>;
const NOTHING_YET: Stats = { completed: 0, in_progress: 0, pending: 0, total: 0, average_rating: null };

/** The figures of these customers by one query, however many they are; who has no requests yet has zeros. */
async function statsOf(deps: Deps, customerIds: readonly number[]): Promise<(customerId: number) => Stats> {
  const rows = await repo.statsOf(deps.db, customerIds);
  const byCustomer = new Map(rows.map(({ customer_id, ...stats }): [number, Stats] => [customer_id, stats]));
  return (customerId) => byCustomer.get(customerId) ?? NOTHING_YET;
}

const presentHistory = (rows: Awaited<ReturnType<typeof repo.listHistory>>) =>
  rows.map(({ technician_name, ...request }) => ({
    ...request,
    assignedTechnician: technician_name === null ? null : { name: technician_name },
    created_at: request.created_at.toISOString(),
    completed_at: request.completed_at?.toISOString() ?? null,
  }));

/** The office's customers (spec §2 Customer Management), newest first, each with their figures. */
export const list: UseCase<typeof customers.list> = async (deps, _actor, { query }) => {
  const { search, limit, page } = query;
  const [rows, matched, total] = await Promise.all([
    repo.listCustomers(deps.db, search, { limit, page }),
    repo.countMatching(deps.db, search),
    repo.countMatching(deps.db, undefined),
  ]);
  const stats = await statsOf(
    deps,
    rows.map((row) => row.id),
  );
  return {
    customers: rows.map((row) => ({ ...presentCustomer(row), stats: stats(row.id) })),
    matched,
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
  const [stats, history] = await Promise.all([statsOf(deps, [row.id]), repo.listHistory(deps.db, row.id, HISTORY_MAX)]);
  return { customer: { ...presentCustomer(row), stats: stats(row.id), requests: presentHistory(history) } };
};

/** One customer's figures; 404 when there is none. */
export const stats: UseCase<typeof customers.stats> = async (deps, _actor, { params }) => {
  const { id } = await reach(deps, params.id);
  return { stats: (await statsOf(deps, [id]))(id) };
};
