import { sql } from 'kysely';
import type { Database } from './pool.ts';

export type Counted = 'requests' | 'contact_messages' | 'customers';

/** Reads a maintained count. Triggers keep it exact, and its cost does not grow with the number of rows. */
export const sumOfCounts = (db: Database, counted: Counted) =>
  db.selectFrom('row_counts').where('counted', '=', counted).select(sql<number>`coalesce(sum(n), 0)::int`.as('n'));

/** The query of the number of rows by status. A status without rows may be missing. */
export const countsByStatus = <Status extends string>(db: Database, counted: Counted) =>
  sumOfCounts(db, counted).select(sql<Status>`status`.as('status')).groupBy('status');
