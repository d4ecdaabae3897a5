import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { MATCHED_MAX } from '#contract/words/limits.ts';
import type { RequestStatus, Requests } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import { sumOfCounts } from '#server/db/row-counts.ts';
import { likeText } from '#server/lib/like.ts';
import { COUNTED_MAX, matchedOf } from '#server/lib/matched.ts';
import { summaryColumns } from './requests.repo.ts';

export type RequestFilter = {
  search?: string | undefined;
  status?: RequestStatus | undefined;
  priority?: Requests['priority'] | undefined;
  assignment?: 'assigned' | 'unassigned' | undefined;
  from: Date | null;
  before: Date | null;
};

export type Page = { sort: 'created_desc' | 'created_asc'; limit: number; page: number };

/** The requests that pass a filter. */
export function filtered(db: Database, filter: RequestFilter) {
  let query = db.selectFrom('requests');
  // Folded by PostgreSQL on both sides: its lower case is not JavaScript's.
  if (filter.search)
    query = query.where('requests.search_text', 'like', sql<string>`lower(${likeText(filter.search)})`);
  if (filter.status) query = query.where('requests.status', '=', filter.status);
  if (filter.priority) query = query.where('requests.priority', '=', filter.priority);
  if (filter.assignment === 'assigned') query = query.where('requests.assigned_to', 'is not', null);
  if (filter.assignment === 'unassigned') query = query.where('requests.assigned_to', 'is', null);
  if (filter.from) query = query.where('requests.created_at', '>=', filter.from);
  if (filter.before) query = query.where('requests.created_at', '<', filter.before);
  return query;
}

/** Exact, by the counts that triggers keep, and of a period by counting in an index. */
function countOf(db: Database, filter: RequestFilter) {
  if (filter.from || filter.before) return filtered(db, filter).select(sql<number>`count(*)::int`.as('n'));
  let query = sumOfCounts(db, 'requests');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.priority) query = query.where('priority', '=', filter.priority);
  if (filter.assignment) query = query.where('assigned', '=', filter.assignment === 'assigned');
  return query;
}

/** A literal, so that a plan made once for all values knows how few rows are asked for. */
const literal = (n: number) => sql.lit(n);

const directionOf = (sort: Page['sort']) => (sort === 'created_asc' ? 'asc' : 'desc');

type FromRequests = ReturnType<typeof filtered>;

/** Requests as lists show them, as JSON: PostgreSQL and node both spend less on it than on rows. Times are text with an offset. */
const asJson = (requests: FromRequests, sort: Page['sort']) =>
  jsonArrayFrom(
    requests
      .leftJoin('users', 'users.id', 'requests.assigned_to')
      .select(summaryColumns)
      .select('users.name as technician_name')
      .orderBy('requests.created_at', directionOf(sort))
      .orderBy('requests.id', directionOf(sort)),
  ).as('rows');

/** Whether one index has all that matches, in the order of the list: the first page then is its first entries. */
const hasOwnIndex = ({ status, priority, assignment, from, before }: RequestFilter) =>
  !from && !before && [status, priority, assignment].filter(Boolean).length < 2;

/** A page without a search, and how many rows match, in one statement. */
function filteredPage(db: Database, filter: RequestFilter, { sort, limit, page }: Page) {
  const matching = filtered(db, filter);
  const matched = countOf(db, filter).as('matched');
  if (page === 1 && hasOwnIndex(filter))
    return db.selectNoFrom([asJson(matching.limit(literal(limit)), sort), matched]);
  // The ids are found in an index alone, however deep the page lies; only its own rows are read from the table.
  const found = matching
    .select('requests.id')
    .orderBy('requests.created_at', directionOf(sort))
    .orderBy('requests.id', directionOf(sort))
    .limit(literal(limit))
    .offset(literal((page - 1) * limit));
  return db.selectNoFrom([asJson(theFound(db, found), sort), matched]);
}

/** A page of a search, and how many rows match up to `MATCHED_MAX` and one more, by one scan that stops there. */
function searchedPage(db: Database, filter: RequestFilter, { sort, limit, page }: Page) {
  const offset = (page - 1) * limit;
  const hits = filtered(db, filter)
    .select(['requests.id', 'requests.created_at'])
    .orderBy('requests.created_at', directionOf(sort))
    .orderBy('requests.id', directionOf(sort))
    .limit(literal(COUNTED_MAX));
  return db
    .with('hits', () => hits)
    .selectNoFrom((eb) => {
      const found = eb
        .selectFrom('hits')
        .select('hits.id')
        .orderBy('hits.created_at', directionOf(sort))
        .orderBy('hits.id', directionOf(sort))
        .limit(literal(Math.max(0, Math.min(limit, MATCHED_MAX - offset))))
        .offset(literal(offset));
      return [
        asJson(theFound(db, found), sort),
        eb.selectFrom('hits').select(sql<number>`count(*)::int`.as('n')).as('matched'),
      ];
    });
}

/** The requests whose ids a query finds. */
const theFound = (db: Database, found: Expression<{ id: number }>): FromRequests =>
  db.selectFrom('requests').where('requests.id', 'in', sql<number>`(select found.id from ${found} as found)`);

/**
 * A page of the list, how many requests match the filter, and how many there are at all: one round trip. A search is counted
 * up to `MATCHED_MAX`, and paged within.
 */
export async function findPage(db: Database, filter: RequestFilter, page: Page) {
  const query = filter.search ? searchedPage(db, filter, page) : filteredPage(db, filter, page);
  const total = countOf(db, { from: null, before: null }).as('total');
  const { rows, matched, ...counts } = await query.select(total).executeTakeFirstOrThrow();
  return { rows, ...matchedOf(matched ?? 0, filter.search), total: counts.total ?? 0 };
}
