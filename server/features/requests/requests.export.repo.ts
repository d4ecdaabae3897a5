import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { filtered, type Page, type RequestFilter } from './requests.list.repo.ts';
import { summaryColumns } from './requests.repo.ts';

/** A place in the list: behind this row. The time is text, because a Date loses the microseconds. */
type Place = { id: number; at: string };

/** The next rows of a filtered list behind a place, with the customer's details. */
export function findNext(
  db: Database,
  filter: RequestFilter,
  { sort, limit, behind }: { sort: Page['sort']; limit: number; behind: Place | null },
) {
  const direction = sort === 'created_asc' ? 'asc' : 'desc';
  const place = behind && sql`(${behind.at}::timestamptz, ${behind.id}::int)`;
  let query = filtered(db, filter);
  if (place && direction === 'asc') query = query.where(sql<boolean>`(requests.created_at, requests.id) > ${place}`);
  if (place && direction === 'desc') query = query.where(sql<boolean>`(requests.created_at, requests.id) < ${place}`);
  return query
    .leftJoin('users', 'users.id', 'requests.assigned_to')
    .select(summaryColumns)
    .select([
      'requests.customer_phone',
      'requests.customer_address',
      'users.name as technician_name',
      sql<string>`requests.created_at::text`.as('at'),
    ])
    .orderBy('requests.created_at', direction)
    .orderBy('requests.id', direction)
    .limit(sql.lit(limit))
    .execute();
}

export type ExportedRow = Awaited<ReturnType<typeof findNext>>[number];
