import { expect } from 'vitest';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { AuditEntity } from '#contract/words/audit.ts';
import { sampleBusiness } from '../sample-business.ts';
import { backupChoices } from './access/backups.ts';
import { waitingTraces } from './access/held.ts';
import { choice, viewForm } from './access/inputs.ts';
import { keyContent } from './access/keys.ts';
import { mailChoices } from './access/mail.ts';
import type { EndpointOf, OperationName } from './access.ts';

type WritingOperation = {
  [N in OperationName]: EndpointOf<N> extends { method: 'GET' } | { asksOnly: true } ? never : N;
}[OperationName];
export type ExpectedEntry = {
  action: AuditAction;
  entity: AuditEntity;
  /** The object of the entry. `self`: the caller; `new`: the object that the call made; left out: the object it names. */
  of?: 'self' | 'new' | 'nothing';
  by?: 'visitor' | 'office';
  before: unknown;
  after: unknown;
};

const text = expect.any(String);
const form = (fields: object) => ({
  name: text,
  email: text,
  phone: null,
  role: 'technician',
  base_location: null,
  is_active: true,
  ...fields,
});
const whole = (fields: object) => expect.objectContaining({ id: expect.any(Number), ...fields });

/** A new request, whoever sends it. */
const received = {
  action: 'requests.create',
  entity: 'request',
  of: 'new',
  before: null,
  after: {
    ...{ external_id: text, title: 'Dark parking lot', priority: 'medium' },
    ...{ customer_email: 'dana@whitfield.example', files: [] },
  },
} as const;

/** The one entry of every writing call in the trail. A writing call that is missing here does not compile. */
export const traces = {
  'auth.login': { action: 'auth.login', entity: 'user', by: 'office', of: 'self', before: null, after: null },
  'auth.logout': { action: 'auth.logout', entity: 'user', of: 'self', before: null, after: null },
  'auth.setup': {
    action: 'auth.setup',
    entity: 'user',
    of: 'self',
    before: null,
    after: { name: 'Olive', email: 'o@office.example', role: 'admin' },
  },
  'auth.forgotPassword': {
    action: 'auth.forgot_password',
    entity: 'session',
    by: 'visitor',
    of: 'nothing',
    before: null,
    after: { email: text },
  },
  'auth.resetPassword': {
    action: 'auth.reset_password',
    entity: 'user',
    by: 'office',
    of: 'self',
    before: null,
    after: { by: 'reset' },
  },
  'users.create': { action: 'users.create', entity: 'user', of: 'new', before: null, after: form({ name: 'New' }) },
  'users.invite': {
    action: 'users.invite',
    entity: 'user',
    before: null,
    after: { name: text, email: text },
  },
  'users.update': {
    action: 'users.update',
    entity: 'user',
    before: form({}),
    after: form({ name: 'Edited', password_changed: false }),
  },
  'users.remove': { action: 'users.remove', entity: 'user', before: form({}), after: null },
  'users.toggleStatus': {
    action: 'users.deactivate',
    entity: 'user',
    before: form({}),
    after: form({ is_active: false }),
  },
  'users.changePassword': { action: 'users.change_password', entity: 'user', of: 'self', before: null, after: null },
  'requests.enter': received,
  'requests.create': { ...received, by: 'visitor' },
  'requests.update': {
    action: 'requests.update',
    entity: 'request',
    before: { title: text },
    after: { title: expect.stringMatching(/^Corrected /) },
  },
  'requests.assign': {
    action: 'requests.assign',
    entity: 'request',
    before: { assigned_to: null, status: 'pending' },
    after: { assigned_to: expect.any(Number), status: 'assigned', notes: 'Ring first.' },
  },
  'requests.changeStatus': {
    action: 'requests.change_status',
    entity: 'request',
    before: { status: 'assigned' },
    after: { status: 'in_progress', notes: 'On the truck.' },
  },
  'requests.unassign': {
    action: 'requests.unassign',
    entity: 'request',
    before: { assigned_to: expect.any(Number), status: 'assigned' },
    after: { assigned_to: null, status: 'pending', notes: null },
  },
  'requests.assignMany': {
    action: 'requests.assign',
    entity: 'request',
    of: 'new',
    before: { assigned_to: null, status: 'pending' },
    after: { assigned_to: expect.any(Number), status: 'assigned', notes: null },
  },
  'requests.unassignMany': {
    action: 'requests.unassign',
    entity: 'request',
    of: 'new',
    before: { assigned_to: expect.any(Number), status: 'assigned' },
    after: { assigned_to: null, status: 'pending', notes: null },
  },
  'requests.changeStatusOfMany': {
    action: 'requests.change_status',
    entity: 'request',
    of: 'new',
    before: { status: 'pending' },
    after: { status: 'cancelled', notes: null },
  },
  'requests.restoreMany': {
    action: 'requests.unassign',
    entity: 'request',
    of: 'new',
    before: { assigned_to: expect.any(Number), status: 'assigned' },
    after: { assigned_to: null, status: 'pending', notes: null },
  },
  'requests.updateWithFiles': {
    action: 'requests.update_with_files',
    entity: 'request',
    before: { status: 'in_progress', rating: null },
    after: { status: 'in_progress', notes: 'On site.', files: [] },
  },
  ...waitingTraces,
  'contact.submit': {
    action: 'contact.submit',
    entity: 'contact_message',
    by: 'visitor',
    of: 'new',
    before: null,
    after: whole({ name: 'Cora', message: 'Do you repair signs?' }),
  },
  'contact.setStatus': {
    action: 'contact.set_status',
    entity: 'contact_message',
    before: { status: 'new' },
    after: { status: 'contacted' },
  },
  'contact.setStatusOfMany': {
    action: 'contact.set_status',
    entity: 'contact_message',
    of: 'new',
    before: { status: 'new' },
    after: { status: 'resolved' },
  },
  'contact.setNotes': {
    action: 'contact.set_notes',
    entity: 'contact_message',
    before: { notes: '' },
    after: { notes: 'Rang back.' },
  },
  'contact.remove': {
    action: 'contact.remove',
    entity: 'contact_message',
    before: whole({ name: 'Cora Caller' }),
    after: null,
  },
  'notifications.read': {
    action: 'notifications.read',
    entity: 'notification',
    before: null,
    after: { is_read: true },
  },
  'notifications.markAllRead': {
    action: 'notifications.mark_all_read',
    entity: 'notification',
    of: 'nothing',
    before: null,
    after: { updated: expect.any(Number) },
  },
  'notifications.remove': {
    action: 'notifications.remove',
    entity: 'notification',
    before: whole({ title: 'A' }),
    after: null,
  },
  'settings.update': {
    action: 'settings.update',
    entity: 'settings',
    of: 'nothing',
    before: { ...sampleBusiness, tagline: text },
    after: { ...sampleBusiness, tagline: expect.stringMatching(/^Lights /) },
  },
  'keys.create': { action: 'keys.create', entity: 'api_key', of: 'new', before: null, after: keyContent },
  'keys.end': { action: 'keys.end', entity: 'api_key', before: keyContent, after: null },
  'backups.updateSettings': {
    action: 'backups.update_settings',
    entity: 'backup',
    of: 'nothing',
    before: { ...backupChoices, at_time: '02:30' },
    after: backupChoices,
  },
  'backups.start': { action: 'backups.start', entity: 'backup', of: 'new', before: null, after: null },
  'mail.updateSettings': {
    action: 'mail.update_settings',
    entity: 'mail',
    of: 'nothing',
    before: { ...mailChoices, sender_name: '' },
    after: mailChoices,
  },
  'mail.sendTest': {
    action: 'mail.send_test',
    entity: 'mail',
    of: 'new',
    before: null,
    after: { to: 'tester@example.com' },
  },
  'mail.setAside': {
    action: 'mail.set_aside',
    entity: 'mail',
    before: null,
    after: { kind: 'contact_received', to: 'cora@caller.example' },
  },
  'mail.sendAgain': {
    action: 'mail.send_again',
    entity: 'mail',
    before: null,
    after: { kind: 'contact_received', to: 'cora@caller.example' },
  },
  'reports.chooseMonthly': {
    action: 'reports.choose_monthly',
    entity: 'report',
    of: 'nothing',
    before: { by_mail: false },
    after: { by_mail: true },
  },
  'views.create': {
    action: 'views.create',
    entity: 'view',
    of: 'new',
    before: null,
    after: { ...viewForm(''), name: text },
  },
  'views.update': {
    action: 'views.update',
    entity: 'view',
    before: { ...viewForm(''), name: text },
    after: { ...viewForm(''), name: text },
  },
  'views.remove': { action: 'views.remove', entity: 'view', before: { ...viewForm(''), name: text }, after: null },
  'views.chooseTable': {
    action: 'views.choose_table',
    entity: 'view',
    of: 'nothing',
    before: null,
    after: { table: 'contacts', ...choice },
  },
  'audit.startVerification': {
    action: 'audit.start_verification',
    entity: 'audit_trail',
    of: 'nothing',
    before: null,
    after: { verification_id: expect.any(Number) },
  },
  'workOrders.createLink': {
    action: 'work_orders.create_link',
    entity: 'request',
    before: null,
    after: { work_order_link: { expires_at: text } },
  },
  'workOrders.revokeLink': {
    action: 'work_orders.revoke_link',
    entity: 'request',
    before: null,
    after: { work_order_links_revoked: 1 },
  },
} satisfies Record<WritingOperation, ExpectedEntry>;
