import { type Selectable, sql } from 'kysely';
import type { Notifications } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

type Content = Omit<NewRow<Notifications>, 'id' | 'user_id' | 'is_read'>;

const columns = ['id', 'type', 'title', 'message', 'priority', 'is_read', 'link', 'created_at'] as const;

export type NotificationRow = Omit<Selectable<Notifications>, 'user_id'>;

export const insertFor = (tx: Tx, userId: number, content: Content) =>
  tx
    .insertInto('notifications')
    .values({ ...content, user_id: userId })
    .execute();

/** Adds one for every active admin except `exceptId`, in the order in which admins are locked, to prevent deadlocks. */
export const insertForAdmins = (tx: Tx, content: Content, exceptId: number | null) =>
  tx
    .insertInto('notifications')
    .columns(['user_id', 'type', 'title', 'message', 'priority', 'link', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((row) => [
          'users.id',
          row.val(content.type).as('type'),
          row.val(content.title).as('title'),
          row.val(content.message).as('message'),
          row.val(content.priority).as('priority'),
          row.val(content.link ?? null).as('link'),
          row.val(content.created_at).as('created_at'),
        ])
        .where('users.role', '=', 'admin')
        .where('users.is_active', '=', true)
        .where('users.deleted_at', 'is', null)
        .where('users.id', '!=', exceptId ?? 0)
        .orderBy('users.id'),
    )
    .execute();

export const listOf = (
  db: Database,
  userId: number,
  page: { limit: number; page: number },
): Promise<NotificationRow[]> =>
  db
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();

const countOf = (db: Database, userId: number) =>
  db.selectFrom('notifications').select(sql<number>`count(*)::int`.as('n')).where('user_id', '=', userId);

export const countAll = async (db: Database, userId: number): Promise<number> =>
  (await countOf(db, userId).executeTakeFirstOrThrow()).n;

/** Uses `not is_read`, as the partial index does. */
export const countUnread = async (db: Database, userId: number): Promise<number> =>
  (
    await countOf(db, userId)
      .where((row) => row.not('is_read'))
      .executeTakeFirstOrThrow()
  ).n;

/** Undefined when the notification belongs to another user. */
export const markRead = (tx: Tx, userId: number, id: number): Promise<NotificationRow | undefined> =>
  tx
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();

/** Resolves to the number of notifications that were unread. */
export async function markAllRead(tx: Tx, userId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where((row) => row.not('is_read'))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes a notification and returns the row; undefined when it belongs to another user. */
export const deleteOf = (tx: Tx, userId: number, id: number): Promise<NotificationRow | undefined> =>
  tx
    .deleteFrom('notifications')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();

export const deleteBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('notifications').where('created_at', '<', before).execute();
