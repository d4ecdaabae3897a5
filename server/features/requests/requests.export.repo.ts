import { sql } from 'kysely';
import { csvFields } from '#contract/words/request-fields.ts';
import type { Sort } from '#contract/words/requests.ts';
import type { Database } from '#server/db/pool.ts';
import { filtered, type RequestFilter } from './requests.filter.repo.ts';
import { summaryColumns } from './requests.repo.ts';

/** A place in the list: behind this row. The time is text, because a Date loses the microseconds. */
type Place = { id: number; at: string };

/** The orders that a place can be told in. */
export type ByAge = Exclude<Sort, 'priority'>;

type ExportPage = {
  sort: ByAge;
  limit: number;
  behind: Place | null;
  /** Leaves out the requests that were created after this one. */
  newest: number;
  /** The time zone of the times in the file. */
  zone: string;
};

/** The columns of lists, and what the customer said as far as the file has it. */
const exportedColumns = [...new Set([...summaryColumns, ...csvFields.map((name) => `requests.${name}` as const)])];

/** The newest request; 0 when there is none. */
export async function newestId(db: Database): Promise<number> {
  const row = await db.selectFrom('requests').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** The next rows of a filtered list behind a place, with the customer's details and the times as clocks in a zone show them. */
export function findNext(db: Database, filter: RequestFilter, { sort, limit, behind, newest, zone }: ExportPage) {
  // PostgreSQL formats, because a million times take Node a minute.
  const clock = (column: 'created_at' | 'updated_at' | 'completed_at') =>
    sql<string | null>`to_char(${sql.ref(`requests.${column}`)} at time zone ${zone}::text, 'YYYY-MM-DD HH24:MI')`;
  const direction = sort === 'created_asc' ? 'asc' : 'desc';
  const place = behind && sql`(${behind.at}::timestamptz, ${behind.id}::int)`;
  let query = filtered(db, filter).where('requests.id', '<=', newest);
  if (place && direction === 'asc') query = query.where(sql<boolean>`(requests.created_at, requests.id) > ${place}`);
  if (place && direction === 'desc') query = query.where(sql<boolean>`(requests.created_at, requests.id) < ${place}`);
  return query
    .leftJoin('users', 'users.id', 'requests.assigned_to')
    .select(exportedColumns)
    .select([
      'users.name as technician_name',
      sql<string>`requests.created_at::text`.as('at'),
      clock('created_at').as('created'),
      clock('updated_at').as('updated'),
      clock('completed_at').as('completed'),
    ])
    .orderBy('requests.created_at', direction)
    .orderBy('requests.id', direction)
    .limit(sql.lit(limit))
    .execute();
}

export type ExportedRow = Awaited<ReturnType<typeof findNext>>[number];
