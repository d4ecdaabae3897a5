import { type Selectable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { fieldNames } from '#contract/words/request-fields.ts';
import {
  atHandStatuses,
  openStatuses,
  type RequestPart,
  type Status,
  statuses,
  statusOnAssign,
  statusOnUnassign,
} from '#contract/words/requests.ts';
import { assignableRoles } from '#contract/words/roles.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { RequestStatus, Requests } from '#server/db/database.ts';
import { isOneOf } from '#server/db/literals.ts';
import type { Database } from '#server/db/pool.ts';
import { countsByStatus } from '#server/db/row-counts.ts';
import { nameOrder } from '#server/db/search/search.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export type RequestRow = Omit<
  Selectable<Requests>,
  'search_text' | 'folded_text' | 'first_assigned_at' | 'last_change' | 'recent_changes' | 'changes_from'
> & {
  technician_name: string | null;
};

/** Requests with the names of their technicians. */
export const withTechnician = (db: Database) =>
  db
    .selectFrom('requests')
    .leftJoin('users', 'users.id', 'requests.assigned_to')
    .select('users.name as technician_name');

/** The columns of a request in lists. */
export const summaryColumns = [
  'requests.id',
  'requests.external_id',
  'requests.title',
  'requests.status',
  'requests.priority',
  'requests.service_type',
  'requests.assigned_to',
  'requests.customer_name',
  'requests.customer_email',
  'requests.town',
  'requests.rating',
  'requests.created_at',
  'requests.updated_at',
  'requests.completed_at',
  'requests.version',
] as const;

const detailColumns = [
  ...new Set([
    ...summaryColumns,
    ...fieldNames.map((name) => `requests.${name}` as const),
    'requests.customer_id' as const,
    'requests.customer_notes' as const,
    'requests.changed_by' as const,
    'requests.contact_message_id' as const,
  ]),
];

/** A customer's submission: every column except those that later work on the request sets. */
type Submission = Omit<
  NewRow<Requests>,
  'assigned_to' | 'changed_by' | 'completed_at' | 'customer_notes' | 'first_assigned_at' | 'last_change' | 'rating'
> & { created_at: Date };

/**
 * Inserts the request with the first entry of its history, in one statement; undefined when the tracking ID is in use,
 * also by a held request.
 * @param enteredBy the admin who entered it for the customer; null when the customer submitted it
 */
export const insertRequest = (tx: Tx, request: Submission, enteredBy: number | null) =>
  tx
    .with('created', (cte) =>
      cte
        .insertInto('requests')
        .values(request)
        .onConflict((conflict) => conflict.column('external_id').doNothing())
        .returning(['id', 'status', 'created_at']),
    )
    .with('first_change', (cte) =>
      cte
        .insertInto('request_status_changes')
        .columns(['request_id', 'status', 'changed_at', 'changed_by'])
        .expression((eb) =>
          eb
            .selectFrom('created')
            .select(['id', 'status', 'created_at', eb.cast<number | null>(eb.val(enteredBy), 'integer').as('by')]),
        ),
    )
    .selectFrom('created')
    .select('id')
    .executeTakeFirst();

/** The query of one request; with `assignedTo`, only when it is assigned to that technician. */
export function wholeRequest(db: Database, id: number, assignedTo: number | null) {
  const query = withTechnician(db).select(detailColumns).where('requests.id', '=', id);
  return assignedTo === null ? query : query.where('requests.assigned_to', '=', assignedTo);
}

export const findRequest = (db: Database, id: number, assignedTo: number | null): Promise<RequestRow | undefined> =>
  wholeRequest(db, id, assignedTo).executeTakeFirst();

/** The current request as `findRequest` finds it, with who changed which field of it at which version, locked until the transaction ends. */
export function lockRequest(tx: Tx, id: number, assignedTo: number | null) {
  const query = tx
    .selectFrom('requests')
    .select([...detailColumns, 'first_assigned_at', 'last_change', 'changes_from', 'recent_changes'])
    .where('id', '=', id)
    .forUpdate();
  return (assignedTo === null ? query : query.where('assigned_to', '=', assignedTo)).executeTakeFirst();
}
export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** Who has a request; null while nobody does. */
export const assigneeOf = async (db: Database, id: number): Promise<{ id: number; name: string } | null> =>
  (await db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.assigned_to')
    .select(['users.id', 'users.name'])
    .where('requests.id', '=', id)
    .executeTakeFirst()) ?? null;

/** Changes columns, and stores a new version, the editor and what was changed. */
export const updateRequest = (
  tx: Tx,
  id: number,
  changes: Updateable<Requests> & { changed_by: number; last_change: RequestPart },
) =>
  tx
    .updateTable('requests')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();

/** The status that a rule makes of the one in a column. */
const statusBy = (column: string, rule: (status: Status) => Status) =>
  sql<Status>`case ${sql.ref(column)} ${sql.join(
    statuses.map((status) => sql`when ${sql.lit(status)} then ${sql.lit(rule(status))}::request_status`),
    sql` `,
  )} end`;

type Release = { to: number | null; changedBy: number; at: Date };

/**
 * Gives a technician's open requests to somebody else, or to nobody, with the statuses of an assignment or an unassignment.
 * Returns each with its status before and after.
 */
export const releaseAssignedTo = (tx: Tx, technicianId: number, change: Release) =>
  tx
    .with('open', (cte) =>
      cte
        .selectFrom('requests')
        .select(['id', 'status'])
        .where('assigned_to', '=', technicianId)
        .where(isOneOf('status', openStatuses))
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('requests')
    .from('open')
    .set((eb) => ({
      assigned_to: change.to,
      status: statusBy('open.status', change.to === null ? statusOnUnassign : statusOnAssign),
      updated_at: change.at,
      changed_by: change.changedBy,
      last_change: 'assignment',
      version: eb('requests.version', '+', 1),
    }))
    .whereRef('requests.id', '=', 'open.id')
    .returning(['requests.id', 'open.status as before', 'requests.status as after'])
    .execute();

/**
 * The public view of a request with its timeline, in one statement, because it is the most frequent query. A held request has no id here
 * and looks as a new one, and none is missed while it is accepted, because both tables are read at the same moment.
 */
export const findByTrackingId = builtOnce((db, externalId: string) =>
  db
    .selectFrom('requests')
    .select(['external_id', 'title', 'status', 'priority', 'created_at', 'updated_at', 'completed_at'])
    .select((eb) => eb.cast<number | null>('id', 'integer').as('id'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('request_status_changes as change')
          .select(['change.status', 'change.changed_at as at', 'change.since'])
          .whereRef('change.request_id', '=', 'requests.id')
          .orderBy('change.id'),
      ).as('timeline'),
    )
    .where('external_id', '=', externalId)
    .unionAll(
      db
        .selectFrom('held_requests')
        .select(['external_id', 'title'])
        .select(sql<Status>`'pending'::request_status`.as('status'))
        .select(['priority', 'created_at', 'created_at as updated_at'])
        .select(sql<Date | null>`null::timestamptz`.as('completed_at'))
        .select(sql<number | null>`null::integer`.as('id'))
        .select(
          sql<{ status: Status; at: string; since: string | null }[]>`
            json_build_array(json_build_object('status', 'pending', 'at', created_at, 'since', null))`.as('timeline'),
        )
        .where('external_id', '=', externalId),
    ),
).first;

/**
 * Active technicians, and then admins, with the number of their assigned and started requests, fewest first. `today` counts
 * what was given to them since the day began and is still theirs, finished or not; what was cancelled is no work.
 * @param dayStart a literal of the statement: a plan for all days would read all assignments that there ever were
 */
export const listAssignees = (db: Database, dayStart: Date) =>
  db
    .with('given', (cte) =>
      cte
        .selectFrom('request_assignments as given')
        .innerJoin('requests', (join) =>
          join
            .onRef('requests.id', '=', 'given.request_id')
            .onRef('requests.assigned_to', '=', 'given.assigned_to')
            .on('requests.status', '<>', 'cancelled'),
        )
        .where('given.changed_at', '>=', sql<Date>`${sql.lit(dayStart.toISOString())}::timestamptz`)
        .groupBy('given.assigned_to')
        .select(['given.assigned_to', sql<number>`count(distinct given.request_id)::int`.as('today')]),
    )
    .selectFrom('users')
    .leftJoin('given', 'given.assigned_to', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.base_location', 'users.is_invited'])
    .select('given.today')
    .select((eb) =>
      eb
        .selectFrom('requests')
        .whereRef('requests.assigned_to', '=', 'users.id')
        .where(isOneOf('requests.status', atHandStatuses))
        .select(sql<number>`count(*)::int`.as('n'))
        .as('open'),
    )
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('users.role', 'in', assignableRoles)
    .orderBy((eb) => eb('users.role', '=', 'admin'))
    .orderBy('users.is_invited')
    .orderBy('open')
    .orderBy(sql`coalesce(given.today, 0)`)
    .orderBy(nameOrder('users.name'))
    .orderBy('users.id')
    .execute();

/** The number of a technician's open requests. */
export async function countOpenOf(db: Database, technicianId: number): Promise<number> {
  const { n } = await db
    .selectFrom('requests')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('assigned_to', '=', technicianId)
    .where(isOneOf('status', openStatuses))
    .executeTakeFirstOrThrow();
  return n;
}

/** The tracking IDs of requests by row id. */
export async function findTrackingIds(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (!ids.length) return new Map();
  const rows = await db.selectFrom('requests').select(['id', 'external_id']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.external_id]));
}

export const countByStatus = builtOnce((db) => countsByStatus<RequestStatus>(db, 'requests')).all;
