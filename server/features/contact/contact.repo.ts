import { type Selectable, sql, type Updateable } from 'kysely';
import type { ContactMessages, ContactStatus } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import { countsByStatus, sumOfCounts } from '#server/db/row-counts.ts';
import { isFound } from '#server/db/search/search.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';
import { COUNTED_MAX } from '#server/lib/counts.ts';

const columns = [
  'contact_messages.id',
  'contact_messages.name',
  'contact_messages.email',
  'contact_messages.phone',
  'contact_messages.message',
  'contact_messages.status',
  'contact_messages.notes',
  'contact_messages.created_at',
  'contact_messages.ip_address',
  'contact_messages.user_agent',
  'contact_messages.version',
] as const;

export type ContactRow = Omit<
  Selectable<ContactMessages>,
  'search_text' | 'changed_by' | 'changed_at' | 'changes_from' | 'recent_changes'
>;

export const insertMessage = (tx: Tx, message: NewRow<ContactMessages>): Promise<ContactRow> =>
  tx.insertInto('contact_messages').values(message).returning(columns).executeTakeFirstOrThrow();

export const findMessage = (db: Database, id: number): Promise<ContactRow | undefined> =>
  db.selectFrom('contact_messages').select(columns).where('id', '=', id).executeTakeFirst();

/** The current message, locked until the transaction ends. */
export const lockMessage = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact_messages')
    .select([...columns, 'changed_at', 'changed_by', 'changes_from', 'recent_changes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The message's id, while it cannot be deleted until the transaction ends; undefined when it does not exist. */
export const lockAgainstDeletion = (tx: Tx, id: number) =>
  tx.selectFrom('contact_messages').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();

export const updateMessage = (tx: Tx, id: number, changes: Updateable<ContactMessages>): Promise<ContactRow> =>
  tx
    .updateTable('contact_messages')
    .set(changes)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Deletes a message and returns the row; undefined when it does not exist. */
export const deleteMessage = (tx: Tx, id: number): Promise<ContactRow | undefined> =>
  tx.deleteFrom('contact_messages').where('id', '=', id).returning(columns).executeTakeFirst();

export type ContactFilter = { status?: ContactStatus | undefined; search?: string | undefined };

function filtered(db: Database, filter: ContactFilter) {
  let query = db.selectFrom('contact_messages');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.search) query = query.where(isFound(filter.search, 'contact_messages'));
  return query;
}

/** One page of the matching messages, newest first, with at most `preview` characters of each text. */
export const listMessages = (
  db: Database,
  filter: ContactFilter,
  { limit, page, preview }: { limit: number; page: number; preview: number },
): Promise<ContactRow[]> =>
  filtered(db, filter)
    .select(columns)
    .select([
      sql<string>`left(contact_messages.message, ${preview})`.as('message'),
      sql<string>`left(contact_messages.notes, ${preview})`.as('notes'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

/** The number of matching messages; of a search at most `COUNTED_MAX`. */
export async function countMatching(db: Database, filter: ContactFilter): Promise<number> {
  if (filter.search) {
    const found = filtered(db, filter).select('id').limit(COUNTED_MAX).as('found');
    const counted = db.selectFrom(found).select(sql<number>`count(*)::int`.as('n'));
    return (await counted.executeTakeFirstOrThrow()).n;
  }
  const kept = sumOfCounts(db, 'contact_messages');
  return (await (filter.status ? kept.where('status', '=', filter.status) : kept).executeTakeFirstOrThrow()).n;
}

export const countByStatus = (db: Database) => countsByStatus<ContactStatus>(db, 'contact_messages').execute();
