import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { RequestNotes, RequestStatus, Requests } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

export type RequestRow = Omit<Selectable<Requests>, 'search_text'> & { technician_name: string | null };

const withTechnician = (db: Database) =>
  db
    .selectFrom('requests')
    .leftJoin('users', 'users.id', 'requests.assigned_to')
    .select('users.name as technician_name');

const summaryColumns = [
  'requests.id',
  'requests.external_id',
  'requests.title',
  'requests.status',
  'requests.priority',
  'requests.service_type',
  'requests.assigned_to',
  'requests.customer_name',
  'requests.customer_email',
  'requests.rating',
  'requests.created_at',
  'requests.updated_at',
  'requests.completed_at',
] as const;

const detailColumns = [
  ...summaryColumns,
  'requests.description',
  'requests.customer_id',
  'requests.customer_phone',
  'requests.customer_address',
  'requests.payment_address',
  'requests.customer_notes',
] as const;

/** Undefined when the tracking ID is taken. */
export const insertRequest = (db: Database, request: Insertable<Requests>) =>
  db
    .insertInto('requests')
    .values(request)
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning('id')
    .executeTakeFirst();

export const addStatusChange = (
  db: Database,
  change: { request_id: number; status: RequestStatus; changed_by: number | null; changed_at: Date },
) => db.insertInto('request_status_changes').values(change).execute();

export const addNote = (db: Database, note: Insertable<RequestNotes>) =>
  db.insertInto('request_notes').values(note).execute();

/** One request; with `assignedTo`, only when it is that technician's. */
export function findRequest(db: Database, id: number, assignedTo: number | null): Promise<RequestRow | undefined> {
  const query = withTechnician(db).select(detailColumns).where('requests.id', '=', id);
  return (assignedTo === null ? query : query.where('requests.assigned_to', '=', assignedTo)).executeTakeFirst();
}

/** The same, held against other writers until the transaction ends. */
export function lockRequest(db: Database, id: number, assignedTo: number | null) {
  const query = db
    .selectFrom('requests')
    .select(['id', 'status', 'assigned_to', 'completed_at'])
    .where('id', '=', id)
    .forUpdate();
  return (assignedTo === null ? query : query.where('assigned_to', '=', assignedTo)).executeTakeFirst();
}

export const updateRequest = (db: Database, id: number, changes: Updateable<Requests>) =>
  db.updateTable('requests').set(changes).where('id', '=', id).execute();

export const listNotes = (db: Database, requestId: number) =>
  db
    .selectFrom('request_notes')
    .innerJoin('users', 'users.id', 'request_notes.author_id')
    .select(['request_notes.body', 'request_notes.created_at', 'users.name as author'])
    .where('request_id', '=', requestId)
    .orderBy('request_notes.id')
    .execute();

export const listStatusChanges = (db: Database, requestId: number) =>
  db
    .selectFrom('request_status_changes')
    .select(['status', 'changed_at'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute();

export const findByTrackingId = (db: Database, externalId: string) =>
  db
    .selectFrom('requests')
    .select(['id', 'external_id', 'title', 'status', 'priority', 'created_at', 'updated_at', 'completed_at'])
    .where('external_id', '=', externalId)
    .executeTakeFirst();

export type RequestFilter = {
  search?: string | undefined;
  status?: RequestStatus | undefined;
  priority?: Requests['priority'] | undefined;
  assignment?: 'assigned' | 'unassigned' | undefined;
  from: Date | null;
  before: Date | null;
};

/** % and _ are letters of the search, not wildcards. */
const likeText = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

function filtered(db: Database, filter: RequestFilter) {
  let query = withTechnician(db);
  if (filter.search) query = query.where('requests.search_text', 'ilike', likeText(filter.search));
  if (filter.status) query = query.where('requests.status', '=', filter.status);
  if (filter.priority) query = query.where('requests.priority', '=', filter.priority);
  if (filter.assignment === 'assigned') query = query.where('requests.assigned_to', 'is not', null);
  if (filter.assignment === 'unassigned') query = query.where('requests.assigned_to', 'is', null);
  if (filter.from) query = query.where('requests.created_at', '>=', filter.from);
  if (filter.before) query = query.where('requests.created_at', '<', filter.before);
  return query;
}

export type Page = { sort: 'created_desc' | 'created_asc'; limit: number; page: number };

export function listRequests(db: Database, filter: RequestFilter, page: Page) {
  const direction = page.sort === 'created_asc' ? 'asc' : 'desc';
  return filtered(db, filter)
    .select(summaryColumns)
    .orderBy('requests.created_at', direction)
    .orderBy('requests.id', direction)
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();
}

export type SummaryRow = Awaited<ReturnType<typeof listRequests>>[number];

export async function countMatching(db: Database, filter: RequestFilter): Promise<number> {
  const row = await filtered(db, filter)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const listAssignedTo = (db: Database, technicianId: number): Promise<SummaryRow[]> =>
  withTechnician(db)
    .select(summaryColumns)
    .where('requests.assigned_to', '=', technicianId)
    .orderBy('requests.created_at', 'desc')
    .orderBy('requests.id', 'desc')
    .execute();

export const countByStatus = (db: Database) =>
  db
    .selectFrom('requests')
    .select(['status', sql<number>`count(*)::int`.as('n')])
    .groupBy('status')
    .execute();
