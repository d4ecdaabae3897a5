/** Everything that leaves a trace (one event each, in the transaction that does it). */
export const auditActions = [
  'auth.login',
  'auth.login_failed',
  'auth.logout',
  'auth.setup',
  'users.create',
  'users.update',
  'users.remove',
  'users.activate',
  'users.deactivate',
  'users.change_password',
  'users.change_password_failed',
  'requests.create',
  'requests.update',
  'requests.assign',
  'requests.unassign',
  'requests.change_status',
  'requests.update_with_files',
  'contact.submit',
  'contact.set_status',
  'contact.set_notes',
  'contact.remove',
  'notifications.read',
  'notifications.mark_all_read',
  'notifications.remove',
  'settings.update',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEntities = ['user', 'request', 'contact_message', 'notification', 'session', 'settings'] as const;
export type AuditEntity = (typeof auditEntities)[number];
