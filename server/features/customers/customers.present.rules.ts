import type { z } from 'zod';
import type { customer, customerStats } from '#contract/customers.ts';
import type { CustomerRow, listHistories, statsOf } from './customers.repo.ts';

/** Presents rows of customers in responses. */

type RowsOf<F extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<F>>;

/** Presents a customer (spec §3 Customer). */
export const presentCustomer = (row: CustomerRow): z.input<typeof customer> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

type Stats = z.input<typeof customerStats>;
const NOTHING_YET: Stats = { completed: 0, in_progress: 0, pending: 0, total: 0, average_rating: null };

/** Looks up the statistics of a customer; zeros for a customer without requests. */
export function statsByCustomer(rows: RowsOf<typeof statsOf>): (customerId: number) => Stats {
  const known = new Map(rows.map(({ customer_id, ...stats }): [number, Stats] => [customer_id, stats]));
  return (customerId) => known.get(customerId) ?? NOTHING_YET;
}

const presentRequest = ({ technician_name, customer_id: _, ...request }: RowsOf<typeof listHistories>[number]) => ({
  ...request,
  assignedTechnician: technician_name === null ? null : { name: technician_name },
  created_at: request.created_at.toISOString(),
  completed_at: request.completed_at?.toISOString() ?? null,
});

/** Looks up the requests of a customer, in the order of the rows. */
export function historyByCustomer(rows: RowsOf<typeof listHistories>) {
  const known = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return (customerId: number) => (known.get(customerId) ?? []).map(presentRequest);
}
