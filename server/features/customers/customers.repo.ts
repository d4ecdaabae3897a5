import { type Selectable, sql } from 'kysely';
import { waitingStatuses } from '#contract/words/requests.ts';
import type { Customers } from '#server/db/database.ts';
import { isOneOf } from '#server/db/literals.ts';
import type { Database } from '#server/db/pool.ts';
import { sumOfCounts } from '#server/db/row-counts.ts';
import { isFound } from '#server/db/search/search.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';
import { COUNTED_MAX } from '#server/lib/counts.ts';

const columns = ['id', 'name', 'email', 'phone', 'address', 'payment_address', 'created_at'] as const;

export type CustomerRow = Omit<Selectable<Customers>, 'search_text'>;

/**
 * Adds the customer, or finds the customer with this e-mail address and fills in only missing columns. A complete customer
 * is only read: an update would lock the row until the end of the transaction, and the customer's submissions would wait
 * for each other.
 */
export async function upsertCustomer(tx: Tx, customer: NewRow<Customers>): Promise<number> {
  const { name, email, phone, address, payment_address, created_at } = customer;
  const { rows } = await sql<{ id: number }>`
    with known as (
      select id from customers
      where email = ${email} and phone <> '' and address <> ''
        and (payment_address is not null or ${payment_address}::text is null)
    ), added as (
      insert into customers (name, email, phone, address, payment_address, created_at)
      select ${name}, ${email}, ${phone}, ${address}, ${payment_address}, ${created_at}::timestamptz
      where not exists (select from known)
      on conflict (email) do update set
        phone = coalesce(nullif(customers.phone, ''), excluded.phone),
        address = coalesce(nullif(customers.address, ''), excluded.address),
        payment_address = coalesce(customers.payment_address, excluded.payment_address)
      returning id
    )
    select id from known union all select id from added
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the customer was neither found nor added');
  return row.id;
}

export type AddressedRequest = { id: number; customer_id: number; customer_email: string };
type Followed = { id: number; is_changed: boolean };

/** The customer who has an address; otherwise the customer of a request, whose record takes it when nothing else has the old one. */
async function follow(tx: Tx, request: AddressedRequest, email: string): Promise<Followed | undefined> {
  const { rows } = await sql<Followed>`
    with known as (
      select id from customers where email = ${email}
    ), changed as (
      update customers set email = ${email}
      where id = ${request.customer_id} and email = ${request.customer_email} and not exists (select from known)
        and not exists (
          select from requests
          where customer_id = ${request.customer_id} and id <> ${request.id} and customer_email = ${request.customer_email})
      returning id
    )
    select id, false as is_changed from known union all select id, true from changed
  `.execute(tx);
  return rows[0];
}

const UNIQUE_VIOLATION = '23505';

/**
 * Gives the corrected address of a request to its customer, or finds the other customer who has it.
 * @returns undefined when nobody has the address, and the record of the customer stays as it is
 */
export async function followAddress(tx: Tx, request: AddressedRequest, email: string): Promise<Followed | undefined> {
  await sql`savepoint followed`.execute(tx);
  try {
    return await follow(tx, request, email);
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    // A submission added a customer with this address in the same moment.
    await sql`rollback to savepoint followed`.execute(tx);
    return follow(tx, request, email);
  }
}

export const findCustomer = (db: Database, id: number): Promise<CustomerRow | undefined> =>
  db.selectFrom('customers').select(columns).where('id', '=', id).executeTakeFirst();

const filtered = (db: Database, search: string | undefined) => {
  const query = db.selectFrom('customers');
  return search ? query.where(isFound(search, 'customers')) : query;
};

export const listCustomers = (
  db: Database,
  search: string | undefined,
  page: { limit: number; page: number },
): Promise<CustomerRow[]> =>
  filtered(db, search)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();

/** The number of matching customers; of a search at most `COUNTED_MAX`. */
export async function countMatching(db: Database, search: string | undefined): Promise<number> {
  const found = filtered(db, search).select('id').limit(COUNTED_MAX).as('found');
  const counted = search
    ? db.selectFrom(found).select(sql<number>`count(*)::int`.as('n'))
    : sumOfCounts(db, 'customers');
  return (await counted.executeTakeFirstOrThrow()).n;
}

/** The figures of these customers' requests, one row per customer with requests. PostgreSQL rounds, because numeric is exact. */
export const statsOf = (db: Database, customerIds: readonly number[]) =>
  db
    .selectFrom('requests')
    .select([
      'customer_id',
      sql<number>`(count(*) filter (where status = 'completed'))::int`.as('completed'),
      sql<number>`(count(*) filter (where status = 'in_progress'))::int`.as('in_progress'),
      sql<number>`(count(*) filter (where ${isOneOf('status', waitingStatuses)}))::int`.as('pending'),
      sql<number>`count(*)::int`.as('total'),
      sql<number | null>`round(avg(rating), 1)::float8`.as('average_rating'),
    ])
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .groupBy('customer_id')
    .execute();

const historyColumns = [
  'requests.id',
  'requests.customer_id',
  'requests.external_id',
  'requests.title',
  'requests.status',
  'requests.priority',
  'users.name as technician_name',
  'requests.rating',
  'requests.created_at',
  'requests.completed_at',
] as const;

export type HistorySize = {
  /** The maximum number of requests per customer. */
  requests: number;
  /** The maximum length of a request's feedback, in characters. */
  feedback: number;
};

/** The newest requests of each of these customers. */
export const listHistories = (db: Database, customerIds: readonly number[], size: HistorySize) =>
  db
    .selectFrom(sql<{ id: number }>`unnest(${[...customerIds]}::int[])`.as<'asked'>(sql`asked(id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('requests')
          .selectAll('requests')
          .whereRef('requests.customer_id', '=', 'asked.id')
          .orderBy('requests.created_at', 'desc')
          .orderBy('requests.id', 'desc')
          .limit(size.requests)
          .as('requests'),
      (join) => join.onTrue(),
    )
    .leftJoin('users', 'users.id', 'requests.assigned_to')
    .select(historyColumns)
    .select(sql<string | null>`left(requests.customer_notes, ${size.feedback}::int)`.as('customer_notes'))
    .orderBy('requests.created_at', 'desc')
    .orderBy('requests.id', 'desc')
    .execute();
