import type { EventType } from './events.ts';

/** What the audit trail calls each event. An event without a line here does not compile; null: the trail does not keep it. */
export const auditActions = {
  'session.opened': 'auth.login',
  'session.refused': 'auth.login_failed',
  'session.closed': 'auth.logout',
  'setup.completed': 'auth.setup',
  'user.created': 'users.create',
  'user.updated': 'users.update',
  'user.activated': 'users.activate',
  'user.deactivated': 'users.deactivate',
  'user.deleted': 'users.remove',
  'user.password_changed': 'users.change_password',
  'user.password_refused': 'users.change_password_failed',
  'request.created': 'requests.create',
  'request.corrected': 'requests.update',
  'request.assigned': 'requests.assign',
  'request.unassigned': 'requests.unassign',
  'request.released': 'requests.unassign',
  'request.status_changed': 'requests.change_status',
  'request.work_updated': 'requests.update_with_files',
  'request.completed': 'requests.update_with_files',
  'requests.exported': 'requests.export',
  'contact.received': 'contact.submit',
  'contact.status_changed': 'contact.set_status',
  'contact.notes_changed': 'contact.set_notes',
  'contact.deleted': 'contact.remove',
  'notification.read': 'notifications.read',
  'notification.all_read': 'notifications.mark_all_read',
  'notification.deleted': 'notifications.remove',
  'settings.changed': 'settings.update',
  // Not a change: a stored file is found to be damaged.
  'file.damaged': null,
} as const satisfies Record<EventType, string | null>;
export type AuditAction = NonNullable<(typeof auditActions)[EventType]>;

export type AuditEntity = 'user' | 'request' | 'contact_message' | 'notification' | 'session' | 'settings';
