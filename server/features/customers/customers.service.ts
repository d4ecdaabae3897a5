import { type customers, FEEDBACK_LISTED } from '#contract/customers.ts';
import { textLimits } from '#contract/words/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { matchedOf } from '#server/lib/counts.ts';
import { notFound } from '#server/lib/errors.ts';
import { historyByCustomer, presentCustomer, statsByCustomer } from './customers.present.rules.ts';
import * as repo from './customers.repo.ts';

const WHOLE_HISTORY: repo.HistorySize = { requests: 200, feedback: textLimits.feedback };
/** The part of a customer's history in the list, so that a page stays small. The statistics count all requests. */
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

/**
 * Finds the customer of a request whose address is corrected: the one who has the address. When nobody has it, the record of the
 * customer so far takes it, unless the record or another request has a different one. Nothing is merged. Runs inside the caller's
 * transaction.
 * @param request the request before the correction
 * @returns the customer's id
 */
export async function followAddress(
  tx: Tx,
  actor: Staff,
  request: repo.AddressedRequest,
  email: string,
): Promise<number> {
  const followed = await repo.followAddress(tx, request, email);
  if (!followed) return request.customer_id;
  if (followed.is_changed) {
    const change = { before: { email: request.customer_email }, after: { email } };
    await announce(tx, actor, { type: 'customer.corrected', customer_id: followed.id, ...change });
  }
  return followed.id;
}

/** Reads the statistics of these customers in one query. */
const statsOf = async (deps: Deps, customerIds: readonly number[]) =>
  statsByCustomer(await repo.statsOf(deps.db, customerIds));

/** Reads the newest requests of these customers in one query, at most `size.requests` per customer. */
const historiesOf = async (deps: Deps, customerIds: readonly number[], size: repo.HistorySize) =>
  historyByCustomer(await repo.listHistories(deps.db, customerIds, size));

/** Lists customers (spec §2 Customer Management), newest first, with their statistics and newest requests. */
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

/** Returns one customer with their statistics and work history; 404 when there is none. */
export const get: UseCase<typeof customers.get> = async (deps, _actor, { params }) => {
  const row = await reach(deps, params.id);
  const [stats, requests] = await Promise.all([statsOf(deps, [row.id]), historiesOf(deps, [row.id], WHOLE_HISTORY)]);
  return { customer: { ...presentCustomer(row), stats: stats(row.id), requests: requests(row.id) } };
};

/** Returns one customer's statistics; 404 when there is no such customer. */
export const stats: UseCase<typeof customers.stats> = async (deps, _actor, { params }) => {
  const { id } = await reach(deps, params.id);
  return { stats: (await statsOf(deps, [id]))(id) };
};
