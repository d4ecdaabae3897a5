/** The types of subjects of audit trail entries. */
export const auditEntities = [
  'request',
  'held_request',
  'customer',
  'user',
  'contact_message',
  'notification',
  'session',
  'view',
  'settings',
  'api_key',
  'mail',
  'backup',
  'report',
  'audit_trail',
] as const;
export type AuditEntity = (typeof auditEntities)[number];
