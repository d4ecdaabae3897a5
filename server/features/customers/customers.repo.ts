import { type Insertable, sql } from 'kysely';
import type { Customers } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

/** Adds the customer, or finds the one with this address and fills in only what was missing. */
export async function upsertCustomer(db: Database, customer: Insertable<Customers>): Promise<number> {
  const row = await db
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        phone: sql`coalesce(nullif(customers.phone, ''), excluded.phone)`,
        address: sql`coalesce(nullif(customers.address, ''), excluded.address)`,
        payment_address: sql`coalesce(customers.payment_address, excluded.payment_address)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
