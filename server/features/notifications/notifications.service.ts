import type { z } from 'zod';
import type { Notification, notification, notifications } from '#contract/notifications.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { cut } from '#server/lib/cut.ts';
import { notFound } from '#server/lib/errors.ts';
import * as repo from './notifications.repo.ts';

const KEPT_MS = 90 * 24 * 3_600_000;
/** More notifications than this are created by a task, so that the change does not wait for them. */
const AT_ONCE = 20;
const BATCH = 200;
const MESSAGE_MAX = 300;
export const FAN_OUT_TASK = 'notifications.fan_out';

/** A long message is cut. */
export type Notice = Pick<Notification, 'type' | 'title' | 'message' | 'priority' | 'link'>;

const contentOf = (notice: Notice, { now }: Pick<TxDeps, 'now'>) => ({
  ...notice,
  message: cut(notice.message, MESSAGE_MAX),
  created_at: now(),
});

/** Notifies one user, inside the caller's transaction. */
export async function notifyUser(deps: TxDeps, tx: Tx, userId: number, notice: Notice): Promise<void> {
  await repo.insertFor(tx, userId, contentOf(notice, deps));
}

/** Notifies every active admin except `exceptId`: inside the caller's transaction, or by a task when there are many. */
export async function notifyAdmins(deps: TxDeps, tx: Tx, notice: Notice, exceptId: number | null): Promise<void> {
  const isStored = await repo.insertForAdmins(tx, contentOf(notice, deps), exceptId, AT_ONCE);
  if (isStored) await deps.jobs.send(tx, FAN_OUT_TASK);
}

/** Creates the notifications that were left to a task. */
export async function fanOut(deps: Deps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await deps.autocommit((tx) => repo.fanOutBatch(tx, BATCH))));
  // Another instance goes on where this one stopped.
  stopping.throwIfAborted();
}

/** Presents a notification (spec §3 Notification). */
const presentNotification = (row: repo.NotificationRow): z.input<typeof notification> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

/** Lists the caller's notifications, newest first. */
export const list: UseCase<typeof notifications.list> = async (deps, actor, { query }) => {
  const [rows, total] = await Promise.all([repo.listOf(deps.db, actor.id, query), repo.countAll(deps.db, actor.id)]);
  return { notifications: rows.map(presentNotification), total, ...query };
};

/** Counts the unread notifications, for the bell's badge (spec §7). */
export const unreadCount: UseCase<typeof notifications.unreadCount> = async (deps, actor) => ({
  unreadCount: await repo.countUnread(deps.db, actor.id),
});

/** Marks one of the caller's notifications as read; 404 for another user's and for a missing one. */
export const read: UseCase<typeof notifications.read> = async (deps, actor, { params }) => {
  const row = await deps.transaction(async (tx) => {
    const changed = await repo.markRead(tx, actor.id, params.id);
    if (changed) await announce(tx, actor, { type: 'notification.read', id: changed.id });
    const found = changed ?? (await repo.findOf(tx, actor.id, params.id));
    if (!found) throw notFound('Notification');
    return found;
  });
  return { notification: presentNotification(row) };
};

/** Marks all of the caller's notifications as read. One event has the number of those that were unread. */
export const markAllRead: UseCase<typeof notifications.markAllRead> = async (deps, actor) => {
  const updated = await deps.transaction(async (tx) => {
    const n = await repo.markAllRead(tx, actor.id);
    if (n) await announce(tx, actor, { type: 'notification.all_read', updated: n });
    return n;
  });
  return { message: 'All notifications marked as read', updated };
};

/** Deletes one of the caller's notifications permanently; 404 for another user's and for a missing one. */
export const remove: UseCase<typeof notifications.remove> = async (deps, actor, { params }) => {
  await deps.transaction(async (tx) => {
    const row = await repo.deleteOf(tx, actor.id, params.id);
    if (!row) throw notFound('Notification');
    await announce(tx, actor, { type: 'notification.deleted', notification: presentNotification(row) });
  });
  return { message: 'Notification deleted successfully' };
};

/** Deletes notifications older than 90 days, read or unread. */
export const purgeNotifications = (deps: Deps) =>
  deps.autocommit((tx) => repo.deleteBefore(tx, new Date(deps.now().getTime() - KEPT_MS)));
