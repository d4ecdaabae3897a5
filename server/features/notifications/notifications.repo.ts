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

const isAdminToTell = sql`users.role = 'admin' and users.is_active and users.deleted_at is null`;

/**
 * Adds one for every active admin except `exceptId`, in the order in which admins are locked, to prevent deadlocks. With more
 * admins than `most` it stores what is to be made instead. One statement, because every new request waits for it.
 * @returns whether it was stored for `fanOutBatch`
 */
export async function insertForAdmins(
  tx: Tx,
  { type, title, message, priority, link, created_at }: Content,
  exceptId: number | null,
  most: number,
): Promise<boolean> {
  const content = sql`${type}::notification_type, ${title}::text, ${message}::text, ${priority}::notification_priority,
    ${link ?? null}::text, ${created_at}::timestamptz`;
  const { rows } = await sql<{ isStored: boolean }>`
    with admins as (
      select id from users where ${isAdminToTell} and users.id <> ${exceptId ?? 0} order by id limit ${most + 1}
    ), stored as (
      insert into notification_fanouts (type, title, message, priority, link, created_at, except_user_id)
      select ${content}, ${exceptId}::integer where (select count(*) from admins) > ${most} returning id
    ), made as (
      insert into notifications (type, title, message, priority, link, created_at, user_id)
      select ${content}, admins.id from admins where (select count(*) from admins) <= ${most} order by admins.id
    )
    select exists (select from stored) as "isStored"`.execute(tx);
  return rows[0]?.isStored ?? false;
}

/**
 * Creates the next notifications for the oldest stored event, and stores its progress. One statement, so that a kill
 * neither loses nor repeats any. Admins who were added after the event are not notified.
 * @returns false when nothing is left to do here; another instance may be doing it
 */
export async function fanOutBatch(tx: Tx, batch: number): Promise<boolean> {
  const { rows } = await sql`
    with due as (
      select * from notification_fanouts order by id limit 1 for update skip locked
    ), batch as (
      select users.id as user_id from due, users
      where ${isAdminToTell} and users.id > due.done_up_to and users.id is distinct from due.except_user_id
        and users.created_at <= due.created_at
      order by users.id limit ${batch}
    ), made as (
      insert into notifications (type, title, message, priority, link, created_at, user_id)
      select due.type, due.title, due.message, due.priority, due.link, due.created_at, batch.user_id
      from due, batch order by batch.user_id
    ), moved as (
      update notification_fanouts set done_up_to = (select max(user_id) from batch)
      from due where notification_fanouts.id = due.id and exists (select from batch)
    ), ended as (
      delete from notification_fanouts using due
      where notification_fanouts.id = due.id and not exists (select from batch)
    )
    select id from due`.execute(tx);
  return rows.length > 0;
}

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
export const findOf = (db: Database, userId: number, id: number): Promise<NotificationRow | undefined> =>
  db.selectFrom('notifications').select(columns).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

/** Undefined when the notification has been read already, or belongs to another user. */
export const markRead = (tx: Tx, userId: number, id: number): Promise<NotificationRow | undefined> =>
  tx
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((row) => row.not('is_read'))
    .returning(columns)
    .executeTakeFirst();

/**
 * The ids of notifications, which are locked by id. Whatever changes several of them chooses them by this, so that two changes never
 * wait for each other.
 */
const inOrder = (tx: Tx) =>
  tx.selectFrom('notifications').select('notifications.id').orderBy('notifications.id').forUpdate();
const unreadOf = (tx: Tx, userId: number) =>
  inOrder(tx)
    .where('user_id', '=', userId)
    .where((row) => row.not('is_read'));

/** Resolves to the number of notifications that were unread. */
export async function markAllRead(tx: Tx, userId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', 'in', unreadOf(tx, userId))
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

/** Deletes what a user has not read of the notices with these links, made since an instant when one is named. @returns whether there were any */
export async function deleteUnread(
  tx: Tx,
  userId: number,
  { links, since }: { links: readonly string[]; since?: Date },
): Promise<boolean> {
  const unread = unreadOf(tx, userId).where('link', 'in', links);
  const { numDeletedRows } = await tx
    .deleteFrom('notifications')
    .where('id', 'in', since ? unread.where('created_at', '>=', since) : unread)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Whether a user has a notice with this link and title, read or not. */
export const hasNotice = async (tx: Tx, userId: number, of: { link: string; title: string }): Promise<boolean> =>
  (await tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('link', '=', of.link)
    .where('title', '=', of.title)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Deletes what no admin has read of the notices with this link whose title ends so and whose message begins with the user's name and these
 * words.
 */
export const deleteUnreadOfAdmins = (
  tx: Tx,
  { link, about, ending, words }: { link: string; about: number; ending: string; words: string },
) =>
  tx
    .deleteFrom('notifications')
    .where(
      'id',
      'in',
      inOrder(tx)
        .where('user_id', 'in', (eb) => eb.selectFrom('users').select('users.id').where('role', '=', 'admin'))
        .where((row) => row.not('is_read'))
        .where('link', '=', link)
        .where(sql<boolean>`title like ${`%${ending}`}`)
        .where(sql<boolean>`starts_with(message, (select name from users where id = ${about}) || ${words}::text)`),
    )
    .execute();

export const deleteBefore = (tx: Tx, before: Date) =>
  tx
    .deleteFrom('notifications')
    .where('id', 'in', inOrder(tx).where('created_at', '<', before))
    .execute();
