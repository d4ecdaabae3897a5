import { type ExpressionBuilder, type NotNull, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { MATCHED_FIRST, MATCHED_MAX } from '#contract/words/limits.ts';
import { OTHER_SERVICE } from '#contract/words/reports.ts';
import { type AttentionKind, openStatuses, type RatingFilter, type Sort, statuses } from '#contract/words/requests.ts';
import type { DB, RequestStatus, Requests } from '#server/db/database.ts';
import { isOneOf } from '#server/db/literals.ts';
import type { Database } from '#server/db/pool.ts';
import { sumOfCounts } from '#server/db/row-counts.ts';
import { isFound } from '#server/db/search.ts';
import { COUNTED_MAX, matchedOf } from '#server/lib/matched.ts';
import { type AttentionFilter, LOW_RATING_MAX } from './requests.attention.rules.ts';
import { summaryColumns } from './requests.repo.ts';

export type RequestFilter = {
  search?: string | undefined;
  status?: RequestStatus | undefined;
  /** The status whose requests are left out. */
  without?: RequestStatus | undefined;
  priority?: Requests['priority'] | undefined;
  assignment?: 'assigned' | 'unassigned' | undefined;
  from: Date | null;
  before: Date | null;
  attention?: AttentionFilter | undefined;
  /** Whom the requests are assigned to. */
  technician?: number | undefined;
  /** `OTHER_SERVICE` is also for requests without a service type. */
  service_type?: string | undefined;
  rating?: RatingFilter | undefined;
};

export type Page = { sort: Sort; limit: number; page: number };

/** A literal, so that a plan for all values knows how few rows are needed. */
const literal = (n: number) => sql.lit(n);

/** Whether a request needs this kind of attention. */
const needsAttention = (attention: AttentionFilter) => (eb: ExpressionBuilder<DB, 'requests'>) => {
  // A status cannot be older than its request: the dates of the requests alone leave few to look up.
  const hasBeen = (status: RequestStatus, before: Date) =>
    eb.and([
      eb('requests.status', '=', status),
      eb('requests.created_at', '<', before),
      eb(
        eb
          .selectFrom('request_status_changes as last')
          .select('last.changed_at')
          .whereRef('last.request_id', '=', 'requests.id')
          .orderBy('last.id', 'desc')
          .limit(1),
        '<',
        before,
      ),
    ]);
  switch (attention.kind) {
    case 'unassigned_emergency':
      return eb.and([
        eb('requests.priority', '=', 'urgent'),
        eb('requests.assigned_to', 'is', null),
        isOneOf('requests.status', openStatuses),
      ]);
    case 'no_signature':
      return eb(
        'requests.id',
        'in',
        eb.selectFrom('unsigned_visits').select('request_id').where('settled_at', 'is', null),
      );
    case 'long_pending':
      return hasBeen('pending', attention.before);
    case 'long_in_progress':
      return hasBeen('in_progress', attention.before);
    case 'low_rating':
      return eb(
        'requests.id',
        'in',
        eb
          .selectFrom('requests as rated')
          .select('rated.id')
          .where('rated.rating', '<=', literal(LOW_RATING_MAX))
          .where('rated.completed_at', '>=', attention.since)
          .union((reopened) =>
            reopened.selectFrom('request_evidence').select('request_id as id').where('unseen', '=', true),
          ),
      );
  }
};

/** The other statuses. Unlike an inequality, each of them is found in an index. */
const statusesWithout = (left: RequestStatus) => statuses.filter((status) => status !== left);

const isOfService = (type: string) => (eb: ExpressionBuilder<DB, 'requests'>) =>
  type === OTHER_SERVICE
    ? eb.or([eb('requests.service_type', '=', type), eb('requests.service_type', 'is', null)])
    : eb('requests.service_type', '=', type);

const searched = { text: 'requests.search_text', phone: 'requests.customer_phone' };

/** The requests that pass a filter. */
export function filtered(db: Database, filter: RequestFilter) {
  let query = db.selectFrom('requests');
  if (filter.search) query = query.where(isFound(filter.search, searched));
  if (filter.status) query = query.where('requests.status', '=', filter.status);
  if (filter.without) query = query.where('requests.status', 'in', statusesWithout(filter.without));
  if (filter.priority) query = query.where('requests.priority', '=', filter.priority);
  if (filter.assignment === 'assigned') query = query.where('requests.assigned_to', 'is not', null);
  if (filter.assignment === 'unassigned') query = query.where('requests.assigned_to', 'is', null);
  if (filter.from) query = query.where('requests.created_at', '>=', filter.from);
  if (filter.before) query = query.where('requests.created_at', '<', filter.before);
  if (filter.technician) query = query.where('requests.assigned_to', '=', filter.technician);
  if (filter.service_type) query = query.where(isOfService(filter.service_type));
  if (filter.rating === 'any') query = query.where('requests.rating', 'is not', null);
  else if (filter.rating) query = query.where('requests.rating', '=', literal(Number(filter.rating)));
  return filter.attention ? query.where(needsAttention(filter.attention)) : query;
}

/** The exact number of matching rows: from the maintained counts, or for a period by counting in an index. */
function countOf(db: Database, filter: RequestFilter) {
  if (filter.from || filter.before) return filtered(db, filter).select(sql<number>`count(*)::int`.as('n'));
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

/** A page without a search, and how many rows match, in one statement. */
function filteredPage(db: Database, filter: RequestFilter, { sort, limit, page }: Page) {
  const matching = filtered(db, filter);
  const counts = [countOf(db, filter).as('matched'), totalOf(db)] as const;
  if (page === 1 && hasOwnIndex(filter))
    return db.selectNoFrom([asJson(matching.limit(literal(limit)), sort), ...counts]).executeTakeFirstOrThrow();
  // An index alone finds the ids, even of a late page. Only the rows of the page are read from the table.
  const found = idsOf(matching, sort)
    .limit(literal(limit))
    .offset(literal((page - 1) * limit));
  return db.selectNoFrom([asJson(withIds(db, sql`array${found}`), sort), ...counts]).executeTakeFirstOrThrow();
}

/**
 * How many requests are counted where no counter knows their number. A scan for a word costs most of the time of a search, so
 * it goes on for a page behind the one that is shown, and no further.
 */
const reachOf = ({ search }: RequestFilter, { limit, page }: Page) =>
  search ? Math.min(MATCHED_MAX, Math.max(MATCHED_FIRST, (page + 1) * limit)) : MATCHED_MAX;

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
  const { rows, total } = await db
    .selectNoFrom([asJson(withIds(db, sql`${shown}::integer[]`), sort), totalOf(db)])
    .executeTakeFirstOrThrow();
  return { rows, matched: ids.length, total };
}

const idsOf = (requests: FromRequests, sort: Page['sort']) => requests.select('requests.id').orderBy(orders[sort]);

/** The requests with these ids, in an array, because PostgreSQL looks that up faster than a subquery. */
const withIds = (db: Database, ids: RawBuilder<number[]>): FromRequests =>
  db.selectFrom('requests').where('requests.id', '=', sql<number>`any(${ids})`);

/** Whether no index counts the matching requests. */
const isSearched = ({ search, attention, technician, service_type, rating }: RequestFilter) =>
  Boolean(search || attention || technician || service_type || rating);

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
      count('no_signature').as('no_signature'),
      count('long_pending').as('long_pending'),
      count('long_in_progress').as('long_in_progress'),
      count('low_rating').as('low_rating'),
    ])
    .$narrowType<Record<AttentionKind, NotNull>>()
    .executeTakeFirstOrThrow();
}
