import type { Database } from '#server/db/pool.ts';
import * as repo from './customers.repo.ts';

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
