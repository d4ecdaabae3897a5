import { z } from 'zod';
import { auditVerdict } from './audit-verdict.ts';
import { backupChoicesStored } from './backups.ts';
import { storedBusiness } from './business.ts';
import { contactMessage } from './contact.ts';
import { keyContent } from './keys.ts';
import { mailChoicesStored } from './mail.ts';
import { notification } from './notifications.ts';
import { storedFields } from './request-answers.ts';
import {
  created,
  held,
  heldAccepted,
  heldDeleted,
  note,
  person,
  request,
  status,
  taker,
  undoes,
  workUpdate,
} from './requests/event-parts.ts';
import { calendarDate, rowId } from './text.ts';
import { viewContent } from './views.ts';
import type { AuditEntity } from './words/audit.ts';
import { contactStatuses } from './words/contact.ts';
import { priorities } from './words/requests.ts';
import { roles } from './words/roles.ts';
import { chosenTables } from './words/views.ts';

/** Declares an event that the trail records: its action, the action's label on screens and in searches, its subject's type. */
const kept = <const Action extends string, Entity extends AuditEntity, Payload extends z.ZodRawShape>(
  action: Action,
  label: string,
  entity: Entity,
  payload: Payload,
) => ({ action, label, entity, payload: z.object(payload) });

/** Declares an event that the trail does not record, because nothing was changed. */
const unkept = <Payload extends z.ZodRawShape>(payload: Payload) => ({
  action: null,
  label: null,
  entity: null,
  payload: z.object(payload),
});

/** A user in an event, without secrets. */
const account = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  base_location: z.string().nullable(),
  is_active: z.boolean(),
});

const verification = { verification_id: rowId };

/** The request fields that the office may correct. */
const details = z.object({ ...storedFields, priority: z.enum(priorities) }).partial();

/** The filters of an export that were set, as they were sent. */
const filters = z.record(z.string(), z.string());

const failedMail = { mail_id: rowId, kind: z.string(), to: z.string() };

const tableContent = viewContent.pick({ hidden: true, density: true });

/**
 * Every change that the product makes, with its trail action and its payload: plain JSON without secrets. A use case announces one
 * event per change, and features react to it in the same transaction (server/events.ts).
 */
export const events = {
  'session.opened': kept('auth.login', 'Sign-in', 'user', { user_id: rowId }),
  /** A failed sign-in. Many from one network become one event per minute, with the number of attempts and addresses. */
  'session.refused': kept('auth.login_failed', 'Failed sign-in', 'session', {
    email: z.string(),
    flood: z.object({ attempts: z.int(), addresses: z.int() }).nullable(),
  }),
  'session.closed': kept('auth.logout', 'Sign-out', 'user', { user_id: rowId }),
  /** A visitor requested a password reset link. Whether the address has an account is not checked yet. */
  'password.reset_asked': kept('auth.forgot_password', 'New password asked for', 'session', { email: z.string() }),
  /** A user chose a password with a link and was signed in. */
  'password.chosen': kept('auth.reset_password', 'Password chosen by link', 'user', {
    user_id: rowId,
    by: z.enum(['reset', 'invitation']),
  }),
  /** The first admin was created, with the set-up link or from the server's configuration. */
  'setup.completed': kept('auth.setup', 'First admin set up', 'user', { admin: account }),

  /** `is_invited`: the user has no password yet and receives a link to choose one. */
  'user.created': kept('users.create', 'User added', 'user', { user: account, is_invited: z.boolean() }),
  /** An admin sent an invitation again. Earlier links stop working. */
  'user.invited': kept('users.invite', 'User invited again', 'user', { user: account }),
  /** `taker`: who takes over the open requests of a user who is no longer available; null when they go back to the office. */
  'user.updated': kept('users.update', 'User changed', 'user', {
    before: account,
    after: account,
    password_changed: z.boolean(),
    taker,
  }),
  'user.activated': kept('users.activate', 'User activated', 'user', { before: account, after: account }),
  'user.deactivated': kept('users.deactivate', 'User deactivated', 'user', { before: account, after: account, taker }),
  'user.deleted': kept('users.remove', 'User deleted', 'user', { user: account, taker }),
  'user.password_changed': kept('users.change_password', 'Password changed', 'user', { user_id: rowId }),
  /** A signed-in user entered a wrong current password. */
  'user.password_refused': kept('users.change_password_failed', 'Password change refused', 'user', { user_id: rowId }),

  'request.created': kept('requests.create', 'Request sent or entered', 'request', {
    ...created,
    /** The contact message that the office made the request from. */
    contact_message_id: rowId.nullable(),
  }),
  'request.held': kept(...held),
  'request.held_accepted': kept(...heldAccepted),
  'request.held_deleted': kept(...heldDeleted),
  'request.corrected': kept('requests.update', 'Request corrected', 'request', {
    request_id: rowId,
    assigned_to: rowId.nullable(),
    before: details,
    after: details,
    /** The customers' ids, when the corrected address belongs to another customer. */
    moved: z.object({ from: rowId, to: rowId }).nullable(),
  }),
  /** The customer's record followed the corrected address of a request. */
  'customer.corrected': kept('customers.update', 'Customer corrected', 'customer', {
    customer_id: rowId,
    before: z.object({ email: z.string() }),
    after: z.object({ email: z.string() }),
  }),
  'request.assigned': kept('requests.assign', 'Request assigned', 'request', {
    request,
    before: z.object({ assigned_to: rowId.nullable(), status }),
    after: z.object({ assigned_to: rowId, status, notes: note }),
    undoes,
  }),
  /** The office unassigned a request. */
  'request.unassigned': kept('requests.unassign', 'Request unassigned', 'request', {
    request,
    before: z.object({ assigned_to: rowId, status }),
    after: z.object({ assigned_to: z.null(), status, notes: note }),
    undoes,
  }),
  /** The open requests of a technician who is no longer available were reassigned or unassigned. */
  'request.released': kept('requests.release', 'Request handed over or put back', 'request', {
    technician: person,
    taker,
    requests: z.array(z.object({ id: rowId, before: status, after: status })),
  }),
  /** The office set the status, `completed` included. */
  'request.status_changed': kept('requests.change_status', 'Request status changed', 'request', {
    request,
    assigned_to: rowId.nullable(),
    before: z.object({ status }),
    after: z.object({ status, notes: note }),
    undoes,
  }),
  'request.work_updated': kept(...workUpdate),
  /**
   * The update of a technician who had lost the request, or had left, came in and waits for a decision. `assignee`: who has the request
   * now. `is_told`: the office is notified, once for each handover.
   */
  'request.work_refused': kept('requests.refuse_work', 'Work order update refused', 'request', {
    request,
    assignee: person.nullable(),
    status,
    /** The names of the photos. */
    files: z.array(z.string()),
    is_told: z.boolean(),
  }),
  /** Refused work was discarded. `technician`: whose work it was. */
  'request.refused_work_discarded': kept('requests.discard_refused_work', 'Refused work discarded', 'request', {
    request,
    assigned_to: rowId.nullable(),
    technician: person,
  }),
  /** Replaces `request.work_updated` when the update completes the request. */
  'request.completed': kept(...workUpdate),

  /** A user exported a list of requests. The payload has only the filters that were set. */
  'requests.exported': kept('requests.export', 'Requests exported', 'request', { filters }),

  /** The payload has the table and only the filters that were set. */
  'report.exported': kept('reports.export', 'Report exported', 'report', { filters }),
  /** An admin subscribed to the monthly report by mail, or unsubscribed. */
  'report.monthly_chosen': kept('reports.choose_monthly', 'Monthly report by mail', 'report', {
    before: z.boolean(),
    after: z.boolean(),
  }),
  /** A month has ended, and its report is mailed to `readers`, the admins who subscribed. `month` is its first day. */
  'report.month_ended': unkept({
    month: calendarDate,
    readers: z.array(z.object({ name: z.string(), email: z.string() })),
  }),

  /** A customer link to a printed work order was created, or all links of a request were revoked. */
  'work_order.linked': kept('work_orders.create_link', 'Work order link made', 'request', {
    request_id: rowId,
    expires_at: z.iso.datetime(),
  }),
  'work_order.links_revoked': kept('work_orders.revoke_link', 'Work order links ended', 'request', {
    request_id: rowId,
    links: z.int(),
  }),

  'contact.received': kept('contact.submit', 'Contact message received', 'contact_message', {
    message: contactMessage,
  }),
  'contact.status_changed': kept('contact.set_status', 'Contact message status changed', 'contact_message', {
    id: rowId,
    before: z.enum(contactStatuses),
    after: z.enum(contactStatuses),
  }),
  'contact.notes_changed': kept('contact.set_notes', 'Contact message notes changed', 'contact_message', {
    id: rowId,
    before: z.string(),
    after: z.string(),
  }),
  'contact.deleted': kept('contact.remove', 'Contact message deleted', 'contact_message', { message: contactMessage }),

  'notification.read': kept('notifications.read', 'Notification read', 'notification', { id: rowId }),
  'notification.all_read': kept('notifications.mark_all_read', 'All notifications read', 'notification', {
    updated: z.int(),
  }),
  'notification.deleted': kept('notifications.remove', 'Notification deleted', 'notification', { notification }),

  'view.created': kept('views.create', 'View saved', 'view', { id: rowId, view: viewContent }),
  'view.changed': kept('views.update', 'View changed', 'view', { id: rowId, before: viewContent, after: viewContent }),
  'view.deleted': kept('views.remove', 'View deleted', 'view', { id: rowId, view: viewContent }),
  /** A user chose the columns and density of a table. `before` is null for the first choice. */
  'table.chosen': kept('views.choose_table', 'Columns chosen', 'view', {
    table: z.enum(chosenTables),
    before: tableContent.nullable(),
    after: tableContent,
  }),

  'settings.changed': kept('settings.update', 'Settings changed', 'settings', {
    version: rowId,
    before: storedBusiness,
    after: storedBusiness,
  }),

  /** An admin made or ended an API key. Its secret is in no event. */
  'key.created': kept('keys.create', 'API key made', 'api_key', { id: rowId, key: keyContent }),
  'key.ended': kept('keys.end', 'API key ended', 'api_key', { id: rowId, key: keyContent }),

  'mail.settings_changed': kept('mail.update_settings', 'Mail settings changed', 'mail', {
    version: rowId,
    before: mailChoicesStored,
    after: mailChoicesStored,
  }),
  /** An admin sent a test mail. The send log has its outcome. */
  'mail.test_sent': kept('mail.send_test', 'Test mail sent', 'mail', { mail_id: rowId, to: z.string() }),
  'mail.set_aside': kept('mail.set_aside', 'Failed mail set aside', 'mail', failedMail),
  'mail.sent_again': kept('mail.send_again', 'Mail sent again', 'mail', failedMail),

  'backup.settings_changed': kept('backups.update_settings', 'Back-up settings changed', 'backup', {
    version: rowId,
    before: backupChoicesStored,
    after: backupChoicesStored,
  }),
  /** An admin started a back-up. Its outcome is a separate event. */
  'backup.started': kept('backups.start', 'Back-up asked for', 'backup', { run_id: rowId }),
  'backup.made': kept('backups.make', 'Back-up made', 'backup', {
    run_id: rowId,
    folder: z.string(),
    bytes: z.number(),
  }),
  /** `is_told`: the admins are notified, at most once a day. */
  'backup.failed': kept('backups.fail', 'Back-up failed', 'backup', {
    run_id: rowId,
    error: z.string(),
    is_told: z.boolean(),
  }),
  /** Old back-ups were removed under the retention settings. */
  'backup.removed': kept('backups.remove', 'Old back-ups removed', 'backup', { folders: z.array(z.string()) }),

  'audit.verification_started': kept('audit.start_verification', 'Verification started', 'audit_trail', verification),
  /** A verification of the trail finished, with or without a break. */
  'audit.verified': kept('audit.verify', 'Trail verified', 'audit_trail', { ...verification, verdict: auditVerdict }),

  /** The process that wrote entries, each under its number, found them gone before they had seals. */
  'audit.entries_lost': kept('audit.find_lost', 'Entries lost', 'audit_trail', { entries: z.array(z.string()) }),

  /** A user exported entries of the trail. `filters` has those that were set, as they were sent. */
  'audit.exported': kept('audit.export', 'Trail exported', 'audit_trail', { filters }),

  /** A stored file was found missing or damaged when it was read. */
  'file.damaged': unkept({
    /** Null for a file of a held request. */
    request_id: rowId.nullable(),
    file_name: z.string(),
    damage: z.enum(['missing', 'damaged']),
  }),
} satisfies Record<`${string}.${string}`, ReturnType<typeof kept | typeof unkept>>;

export type EventType = keyof typeof events;
export type DomainEvent = { [T in EventType]: { type: T } & z.output<(typeof events)[T]['payload']> }[EventType];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;
