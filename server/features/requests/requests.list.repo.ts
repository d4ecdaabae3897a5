import { type NotNull, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { MATCHED_FIRST, MATCHED_MAX } from '#contract/words/limits.ts';
import { type AttentionKind, openStatuses, type Sort } from '#contract/words/requests.ts';
import { builtPer } from '#server/db/built-once.ts';
import { isOneOf } from '#server/db/literals.ts';
import type { Database } from '#server/db/pool.ts';
import { sumOfCounts } from '#server/db/row-counts.ts';
import { COUNTED_MAX, matchedOf } from '#server/lib/counts.ts';
import type { AttentionFilter } from './requests.attention.rules.ts';
import { countInWindow } from './requests.counts.repo.ts';
import { filtered, type RequestFilter, statusesWithout } from './requests.filter.repo.ts';
import { summaryColumns, withTechnician } from './requests.repo.ts';

export type Page = { sort: Sort; limit: number; page: number };

/** A literal, so that a plan for all values knows how few rows are needed. */
const literal = (n: number) => sql.lit(n);

/** The exact number of matching rows, from maintained counts. */
function countOf(db: Database, filter: RequestFilter) {
  if (filter.from || filter.before) return countInWindow(db, filter);
  let query = sumOfCounts(db, 'requests');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.without) query = query.where('status', 'in', statusesWithout(filter.without));
  if (filter.priority) query = query.where('priority', '=', filter.priority);
  if (filter.assignment) query = query.where('assigned', '=', filter.assignment === 'assigned');
  return query;
}

/** The orders of the list. Emergency is the greatest priority. */
const orders: Record<Sort, RawBuilder<unknown>> = {
  created_desc: sql`requests.created_at desc, requests.id desc`,
  created_asc: sql`requests.created_at, requests.id`,
  priority: sql`requests.priority desc, requests.created_at, requests.id`,
};

type FromRequests = ReturnType<typeof filtered>;

/** Requests as lists show them, in JSON, which costs PostgreSQL and Node less than rows. Times are text with an offset. */
const asJson = (requests: FromRequests, sort: Page['sort']) =>
  jsonArrayFrom(
    requests
      .leftJoin('users', 'users.id', 'requests.assigned_to')
      .select(summaryColumns)
      .select('users.name as technician_name')
      .orderBy(orders[sort]),
  ).as('rows');

/** Whether one index has all matching rows in the order of the list. The first page then is its first entries. */
const hasOwnIndex = ({ status, without, priority, assignment, from, before }: RequestFilter) =>
  !from && !before && [status, without, priority, assignment].filter(Boolean).length < 2;

/** A page's rows, how many requests match, and how many there are. */
const counted = (db: Database, rows: FromRequests, filter: RequestFilter, sort: Page['sort']) =>
  db.selectNoFrom([asJson(rows, sort), countOf(db, filter).as('matched'), totalOf(db)]);

/** The first page of what one index has in the order of the list. */
const firstPage = builtPer((db, { filter, sort, limit }: { filter: RequestFilter } & Omit<Page, 'page'>) =>
  counted(db, filtered(db, filter).limit(literal(limit)), filter, sort),
);

/** A page without a search, and how many rows match, in one statement. */
function filteredPage(db: Database, filter: RequestFilter, { sort, limit, page }: Page) {
  if (page === 1 && hasOwnIndex(filter)) return firstPage.firstOrThrow(db, { filter, sort, limit });
  // An index alone finds the ids, even of a late page. Only the rows of the page are read from the table.
  const found = idsOf(filtered(db, filter), sort)
    .limit(literal(limit))
    .offset(literal((page - 1) * limit));
  return counted(db, withIds(db, sql`array${found}`), filter, sort).executeTakeFirstOrThrow();
}

/**
 * How many requests are counted where no counter knows their number. A scan for a word costs most of the time of a search, so
 * it goes on for a page behind the one that is shown, and no further.
 */
const reachOf = ({ search }: RequestFilter, { limit, page }: Page) =>
  search ? Math.min(MATCHED_MAX, Math.max(MATCHED_FIRST, (page + 1) * limit)) : MATCHED_MAX;

/** The rows of a page that is found, and how many requests there are. */
const shownRows = builtPer((db, sort: Sort, ids: number[]) =>
  db.selectNoFrom([asJson(withIds(db, sql`${ids}::integer[]`), sort), totalOf(db)]),
);

/**
 * A page whose requests no counter counts, such as those of a search, and how many match. One scan finds both and stops one
 * behind its reach, but is planned for the most that it may find: for few rows PostgreSQL takes a rare word for a common one too
 * easily, and walks through a whole index. A search is planned anew for its words, so this statement finds ids alone.
 */
async function searchedPage(db: Database, filter: RequestFilter, paged: Page) {
  const { sort, limit, page } = paged;
  const reach = reachOf(filter, paged);
  const { ids } = await db
    .with(
      (cte) => cte('hits').materialized(),
      () => idsOf(filtered(db, filter), sort).limit(literal(COUNTED_MAX)),
    )
    .selectNoFrom((eb) =>
      sql<number[]>`array${eb
        .selectFrom('hits')
        .select('id')
        .limit(literal(reach + 1))}`.as('ids'),
    )
    .executeTakeFirstOrThrow();
  const shown = ids.slice(0, reach).slice((page - 1) * limit, page * limit);
  const { rows, total } = await shownRows.firstOrThrow(db, sort, shown);
  return { rows, matched: ids.length, total };
}

const idsOf = (requests: FromRequests, sort: Page['sort']) => requests.select('requests.id').orderBy(orders[sort]);

/** The requests with these ids, in an array, because PostgreSQL looks that up faster than a subquery. */
const withIds = (db: Database, ids: RawBuilder<number[]>): FromRequests =>
  db.selectFrom('requests').where('requests.id', '=', sql<number>`any(${ids})`);

/** Whether no index counts the matching requests. */
const isSearched = ({ search, attention, town, technician, service_type, rating }: RequestFilter) =>
  Boolean(search || attention || town !== undefined || technician || service_type || rating);

/** The number of all requests. */
const totalOf = (db: Database) => countOf(db, { from: null, before: null }).as('total');

/**
 * A page of the list, the number of requests that match the filter, and the number of all requests. What is searched is
 * counted up to a page behind this one, and has pages up to `MATCHED_MAX`.
 */
export async function findPage(db: Database, filter: RequestFilter, page: Page) {
  const find = isSearched(filter) ? searchedPage : filteredPage;
  const { rows, matched, total } = await find(db, filter, page);
  return { rows, ...matchedOf(matched ?? 0, isSearched(filter), reachOf(filter, page)), total: total ?? 0 };
}

/** How many requests need each kind of attention, up to `COUNTED_MAX`: one round trip. */
export function countAttention(db: Database, filterOf: (kind: AttentionKind) => AttentionFilter) {
  const count = (kind: AttentionKind) => {
    const filter = { from: null, before: null, attention: filterOf(kind) };
    const some = filtered(db, filter).select('requests.id').limit(literal(COUNTED_MAX)).as('some');
    return db.selectFrom(some).select(sql<number>`count(*)::int`.as('n'));
  };
  return db
    .selectNoFrom([
      count('unassigned_emergency').as('unassigned_emergency'),
      count('refused_work').as('refused_work'),
      count('no_signature').as('no_signature'),
      count('long_pending').as('long_pending'),
      count('long_in_progress').as('long_in_progress'),
      count('low_rating').as('low_rating'),
    ])
    .$narrowType<Record<AttentionKind, NotNull>>()
    .executeTakeFirstOrThrow();
}

export const countAssignedByStatus = (db: Database, technicianId: number) =>
  db
    .selectFrom('requests')
    .select(['status', sql<number>`count(*)::int`.as('n')])
    .where('assigned_to', '=', technicianId)
    .groupBy('status')
    .execute();

/** A row of a list. A technician's own list has the customer's phone and address as well. */
export type SummaryRow = Omit<
  Awaited<ReturnType<typeof listAssignedTo>>[number],
  'customer_phone' | 'customer_address'
>;

/** A technician's open requests and the newest of the others, at most `limit` in all, newest first. */
export function listAssignedTo(db: Database, technicianId: number, limit: number) {
  const isOpen = isOneOf('status', openStatuses);
  const newest = (is: RawBuilder<boolean>, rank: number) =>
    db
      .selectFrom('requests')
      .select(['id', 'created_at', sql<number>`${sql.lit(rank)}`.as('rank')])
      .where('assigned_to', '=', technicianId)
      .where(is)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
  const both = db
    .selectFrom(newest(isOpen, 0).as('open'))
    .selectAll()
    .unionAll(db.selectFrom(newest(sql<boolean>`not (${isOpen})`, 1).as('closed')).selectAll());
  const chosen = db
    .selectFrom(both.as('both'))
    .select('id')
    .orderBy('rank')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return withTechnician(db)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 'requests.id')
    .select([...summaryColumns, 'requests.customer_phone', 'requests.customer_address'])
    .orderBy('requests.created_at', 'desc')
    .orderBy('requests.id', 'desc')
    .execute();
}

/** The requests that were made from a contact message, newest first. */
export const listFromContact = (db: Database, contactMessageId: number) =>
  db
    .selectFrom('requests')
    .select(['id', 'external_id', 'status'])
    .where('contact_message_id', '=', contactMessageId)
    .orderBy('id', 'desc')
    .execute();
