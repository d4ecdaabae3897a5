import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isReachable, paging, pathId, rowId, time, tooDeep } from './text.ts';
import { notificationPriorities, notificationTypes } from './words/notifications.ts';

/**
 * A path within the product, never an external URL. Its query is not checked by name: a server must be able to list what a newer
 * one beside it has written.
 */
const internalPath = z.string().regex(/^\/dashboard(?:\/[a-z/]*)?(?:\?\w+=[\w-]+(?:&\w+=[\w-]+)*)?$/);

/** A notification for one user (spec §3 Notification). */
export const notification = z.object({
  id: rowId,
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  priority: z.enum(notificationPriorities),
  is_read: z.boolean(),
  /** The page that shows the subject. */
  link: internalPath.nullable(),
  created_at: time,
});
export type Notification = z.infer<typeof notification>;

const params = z.strictObject({ id: pathId });

/** Users can read and change only their own notifications. Others return 404. */
export const notifications = {
  list: endpoint({
    kind: 'json',
    summary: "Lists the caller's notifications.",
    refuses: [],
    method: 'GET',
    path: '/notifications',
    access: 'signed_in',
    query: z.strictObject(paging).refine(isReachable, tooDeep),
    response: z.object({ notifications: z.array(notification), total: z.int(), page: z.int(), limit: z.int() }),
  }),
  unreadCount: endpoint({
    kind: 'json',
    summary: "Counts the caller's unread notifications.",
    refuses: [],
    method: 'GET',
    path: '/notifications/unread-count',
    access: 'signed_in',
    response: z.object({ unreadCount: z.int().min(0) }),
  }),
  read: endpoint({
    kind: 'json',
    summary: 'Marks one notification as read.',
    refuses: ['not_found'],
    method: 'PATCH',
    path: '/notifications/:id/read',
    access: 'signed_in',
    params,
    response: z.object({ notification }),
  }),
  markAllRead: endpoint({
    kind: 'json',
    summary: "Marks all of the caller's notifications as read.",
    refuses: [],
    method: 'PATCH',
    path: '/notifications/mark-all-read',
    access: 'signed_in',
    response: z.object({ message: z.string(), updated: z.int().min(0) }),
  }),
  remove: endpoint({
    kind: 'json',
    summary: 'Deletes one notification.',
    refuses: ['not_found'],
    method: 'DELETE',
    path: '/notifications/:id',
    access: 'signed_in',
    params,
    response: z.object({ message: z.string() }),
  }),
};
