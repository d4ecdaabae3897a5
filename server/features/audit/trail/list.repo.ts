import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { AuditEntity } from '#contract/words/audit.ts';
import type { DB, Role } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import { nameOrder } from '#server/db/search/search.ts';
import { searchEntries, type TrailSearch } from './search.repo.ts';

export type EntryFilter = {
  actor?: number | 'visitor' | undefined;
  action?: AuditAction | undefined;
  entity?: AuditEntity | undefined;
  entity_id?: number | undefined;
  search?: TrailSearch | undefined;
  from: Date | null;
  before: Date | null;
};

/** An entry as it is stored, with what it is about and whether it is sealed. */
export type EntryRow = {
  id: string;
  /** Null for a time that is no date of this calendar, which only a person with access to the database can have written. */
  at: Date | null;
  actor_id: number | null;
  actor_name: string;
  actor_role: Role | null;
  action: string;
  entity: string;
  entity_id: string | null;
  before: unknown;
  after: unknown;
  ip: string;
  user_agent: string;
  thing: { name: string; title: string | null } | null;
  /** The name that another entry has of a contact message that is deleted. */
  known_as: string | null;
  sealed: boolean;
};

type Entries = SelectQueryBuilder<DB, 'audit_events', object>;

function filtered(db: Database, { actor, action, entity, entity_id, from, before }: EntryFilter): Entries {
  let query: Entries = db.selectFrom('audit_events');
  if (actor === 'visitor') query = query.where('actor_id', 'is', null);
  else if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (action) query = query.where('action', '=', action);
  if (entity) query = query.where('entity', '=', entity);
  if (entity_id !== undefined) query = query.where('entity_id', '=', String(entity_id));
  if (from) query = query.where('at', '>=', from);
  if (before) query = query.where('at', '<', before);
  return query;
}

/** The columns of `EntryRow`. What the entry is about is looked up by its key, and only when its kind has a table. */
const columns = sql<EntryRow>`
  e.id::text as id, case when e.at >= '0001-01-01' and e.at < '9999-12-31' then e.at end as at,
  e.actor_id, e.actor_name, e.actor_role, e.action, e.entity, e.entity_id, e.before, e.after, e.ip, e.user_agent,
  case when e.entity_id ~ '^[0-9]{1,9}$' then case e.entity
    when 'request' then (
      select jsonb_build_object('name', external_id, 'title', title) from requests where id = e.entity_id::integer)
    when 'user' then (
      select jsonb_build_object('name', name, 'title', null) from users where id = e.entity_id::integer)
    when 'contact_message' then (
      select jsonb_build_object('name', name, 'title', null) from contact_messages where id = e.entity_id::integer)
    when 'notification' then (
      select jsonb_build_object('name', title, 'title', message) from notifications where id = e.entity_id::integer)
  end end as thing,
  case when e.entity = 'contact_message' then (
    select coalesce(k.before->>'name', k.after->>'name') from audit_events k
    where k.entity = 'contact_message' and k.entity_id = e.entity_id
      and k.action in ('contact.remove', 'contact.submit')
    order by k.at desc, k.id desc limit 1) end as known_as,
  coalesce((select true from audit_seals where event_id = e.id), false) as sealed`;

/**
 * Returns a page of the trail, newest first. An index finds the entries, and only those of the page are read.
 * @param cursor the number of the last entry of the page before; an entry is never changed, so it keeps its place
 */
export async function listEntries(
  db: Database,
  filter: EntryFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<EntryRow[]> {
  let page = filtered(db, filter);
  if (cursor !== undefined) {
    const at = sql`(select c.at from audit_events c where c.id = ${cursor}::bigint)`;
    page = page.where(sql<boolean>`(audit_events.at, audit_events.id) < (${at}, ${cursor}::bigint)`);
  }
  const found = filter.search
    ? sql`any(${await searchEntries(db, page, filter.search, limit)}::bigint[])`
    : sql`any(array(${page.select('id').orderBy('at', 'desc').orderBy('id', 'desc').limit(sql.lit(limit))}))`;
  const { rows } = await sql<EntryRow>`
    select ${columns} from audit_events e where e.id = ${found} order by e.at desc, e.id desc`.execute(db);
  return rows;
}

export async function findEntry(db: Database, id: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`select ${columns} from audit_events e where e.id = ${id}::bigint`.execute(db);
  return rows[0];
}

/** The number of a user's newest entry. */
export const newestOf = async (db: Database, actor: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('audit_events')
      .select(sql<string>`id::text`.as('id'))
      .where('actor_id', '=', actor)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id;

/** The names of users, deleted ones included. */
export const listPeople = (db: Database, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute();

/** The users who have entries: one look into an index for each user. */
export const listActors = (db: Database) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'role', sql<boolean>`deleted_at is not null`.as('is_deleted')])
    .where(sql<boolean>`(select true from audit_events where actor_id = users.id limit 1)`)
    .orderBy(nameOrder('name'))
    .orderBy('id')
    .limit(sql.lit(ACTORS_MAX))
    .execute();

/** More people than any contractor has had: the list is bounded. */
const ACTORS_MAX = 2_000;
