import { type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { MATCHED_MAX } from '#contract/text.ts';
import type { DB, RequestStatus, Requests } from '#server/db/database.ts';
import { isoText } from '#server/db/iso-text.ts';
import type { Database } from '#server/db/pool.ts';
import { sumOfCounts } from '#server/db/row-counts.ts';
import { likeText } from '#server/lib/like.ts';
import { COUNTED_MAX, matchedOf } from '#server/lib/matched.ts';
import { plainColumns, withTechnician } from './requests.repo.ts';

export type RequestFilter = {
  search?: string | undefined;
  status?: RequestStatus | undefined;
  priority?: Requests['priority'] | undefined;
  assignment?: 'assigned' | 'unassigned' | undefined;
  from: Date | null;
  before: Date | null;
};

export type Page = { sort: 'created_desc' | 'created_asc'; limit: number; page: number };

function filtered(db: Database, filter: RequestFilter) {
  let query = db.selectFrom('requests');
  // Folded by PostgreSQL on both sides: its lower case is not JavaScript's.
  if (filter.search) query = query.where('search_text', 'like', sql<string>`lower(${likeText(filter.search)})`);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.priority) query = query.where('priority', '=', filter.priority);
  if (filter.assignment === 'assigned') query = query.where('assigned_to', 'is not', null);
  if (filter.assignment === 'unassigned') query = query.where('assigned_to', 'is', null);
  if (filter.from) query = query.where('created_at', '>=', filter.from);
  if (filter.before) query = query.where('created_at', '<', filter.before);
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

/** The rows of a page as JSON, with times as text: the ids are found in an index alone, however deep the page lies. */
function rowsOf(db: Database, found: SelectQueryBuilder<DB, never, { id: number }>, sort: Page['sort']) {
  const direction = sort === 'created_asc' ? 'asc' : 'desc';
  return jsonArrayFrom(
    withTechnician(db)
      .innerJoin(found.as('found'), 'found.id', 'requests.id')
      .select(plainColumns)
      .select([
        isoText('requests.created_at').as('created_at'),
        isoText('requests.updated_at').as('updated_at'),
        isoText('requests.completed_at').$castTo<string | null>().as('completed_at'),
      ])
      .orderBy('requests.created_at', direction)
      .orderBy('requests.id', direction),
  );
}

/** A page without a search, and how many rows match, in one statement. */
function filteredPage(db: Database, filter: RequestFilter, { sort, limit, page }: Page) {
  const direction = sort === 'created_asc' ? 'asc' : 'desc';
  const found = filtered(db, filter)
    .select('requests.id')
    .orderBy('requests.created_at', direction)
    .orderBy('requests.id', direction)
    .limit(literal(limit))
    .$if(page > 1, (query) => query.offset(literal((page - 1) * limit)));
  return db.selectNoFrom([rowsOf(db, found, sort).as('rows'), countOf(db, filter).as('matched')]);
}

/** A page of a search, and how many rows match up to `MATCHED_MAX` and one more, by one scan that stops there. */
function searchedPage(db: Database, filter: RequestFilter, { sort, limit, page }: Page) {
  const direction = sort === 'created_asc' ? 'asc' : 'desc';
  const offset = (page - 1) * limit;
  const hits = filtered(db, filter)
    .select(['requests.id', 'requests.created_at'])
    .orderBy('requests.created_at', direction)
    .orderBy('requests.id', direction)
    .limit(literal(COUNTED_MAX));
  const onPage = Math.max(0, Math.min(limit, MATCHED_MAX - offset));
  return db
    .with('hits', () => hits)
    .selectNoFrom((eb) => {
      const found = eb
        .selectFrom('hits')
        .select('hits.id')
        .orderBy('hits.created_at', direction)
        .orderBy('hits.id', direction)
        .limit(literal(onPage))
        .offset(literal(offset));
      return [
        rowsOf(db, found as never, sort).as('rows'),
        eb.selectFrom('hits').select(sql<number>`count(*)::int`.as('n')).as('matched'),
      ];
    });
}

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
