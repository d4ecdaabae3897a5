import { z } from 'zod';
import { auditVerdict } from './audit-verdict.ts';
import { business } from './business.ts';
import { contactMessage } from './contact.ts';
import { mailChoicesStored } from './mail.ts';
import { notification } from './notifications.ts';
import type { updateRequestBody } from './request-forms.ts';
import { calendarDate, rowId } from './text.ts';
import { viewContent } from './views.ts';
import { contactStatuses } from './words/contact.ts';
import { mailKinds } from './words/mail.ts';
import { priorities, signatureKinds, statuses, unsignedKinds } from './words/requests.ts';
import { roles } from './words/roles.ts';
import { chosenTables } from './words/views.ts';

/** A user as events carry one: everything but secrets. */
const account = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  base_location: z.string().nullable(),
  is_active: z.boolean(),
});

const person = z.object({ id: rowId, name: z.string() });
const taker = person.nullable();

const request = z.object({
  id: rowId,
  external_id: z.string(),
  title: z.string(),
  priority: z.enum(priorities),
});
const status = z.enum(statuses);
const note = z.string().nullable();

/** What the office may correct in a request: every field of the call, or this does not compile. */
type Correctable = Exclude<keyof z.output<typeof updateRequestBody>, 'version'>;
const details = z
  .object({
    title: z.string(),
    description: z.string(),
    priority: z.enum(priorities),
    service_type: z.string().nullable(),
    customer_name: z.string(),
    customer_email: z.string(),
    customer_phone: z.string(),
    customer_address: z.string(),
    payment_address: z.string().nullable(),
  } satisfies Record<Correctable, z.ZodType>)
  .partial();

const tableContent = viewContent.pick({ hidden: true, density: true });

/** A technician's update of a work order. `evidence` is given when the update completes the request. */
const workUpdate = z.object({
  request,
  assigned_to: rowId.nullable(),
  before: z.object({ status, rating: z.int().nullable() }),
  after: z.object({ status, notes: note }),
  evidence: z
    .object({
      rating: z.int(),
      customer_notes: z.string().nullable(),
      signature_kind: z.enum(signatureKinds),
      signed_name: z.string().nullable(),
    })
    .nullable(),
  /** Given when the visit ended without a signature. */
  unsigned: z.object({ kind: z.enum(unsignedKinds), reason: z.string() }).nullable(),
  /** How many files came with the update, the signature included. */
  files: z.int(),
});

/**
 * Every change that the product makes, with the schema of what is known about it. A use case announces one event per
 * change; features react to it in the same transaction (server/events.ts). Payloads are plain JSON without secrets.
 */
export const events = {
  'session.opened': z.object({ user_id: rowId }),
  /** A failed sign-in. A flood from one network is one event a minute, with how many there were to how many addresses. */
  'session.refused': z.object({
    email: z.string(),
    flood: z.object({ attempts: z.int(), addresses: z.int() }).nullable(),
  }),
  'session.closed': z.object({ user_id: rowId }),
  /** A visitor asked for a link to choose a new password. Nobody has looked yet whether the address has an account. */
  'password.reset_asked': z.object({ email: z.string() }),
  /** Someone chose a password by a link, and is signed in. */
  'password.chosen': z.object({ user_id: rowId, by: z.enum(['reset', 'invitation']) }),
  /** The first admin was made: by the set-up link, or by the server itself from its settings. */
  'setup.completed': z.object({ admin: account }),

  /** `is_invited`: the user has no password and gets a link to choose one. */
  'user.created': z.object({ user: account, is_invited: z.boolean() }),
  /** The office sends the link of an invitation again; earlier links end. */
  'user.invited': z.object({ user: account }),
  /** `taker`: who takes over the open requests of a user who cannot work any more; null when they go back to the office. */
  'user.updated': z.object({ before: account, after: account, password_changed: z.boolean(), taker }),
  'user.activated': z.object({ before: account, after: account }),
  'user.deactivated': z.object({ before: account, after: account, taker }),
  'user.deleted': z.object({ user: account, taker }),
  'user.password_changed': z.object({ user_id: rowId }),
  /** Someone signed in gave a wrong current password. */
  'user.password_refused': z.object({ user_id: rowId }),

  'request.created': z.object({
    request,
    customer: z.object({ name: z.string(), email: z.string() }),
    files: z.int(),
  }),
  'request.corrected': z.object({
    request_id: rowId,
    assigned_to: rowId.nullable(),
    before: details,
    after: details,
  }),
  'request.assigned': z.object({
    request,
    before: z.object({ assigned_to: rowId.nullable(), status }),
    after: z.object({ assigned_to: rowId, status, notes: note }),
  }),
  /** The office took a request back from its assignee. */
  'request.unassigned': z.object({
    request,
    before: z.object({ assigned_to: rowId, status }),
    after: z.object({ assigned_to: z.null(), status, notes: note }),
  }),
  /** The open requests of a technician who is no longer available went to somebody else, or back to the unassigned list. */
  'request.released': z.object({
    technician: person,
    taker,
    requests: z.array(z.object({ id: rowId, before: status, after: status })),
  }),
  /** The office set the status, `completed` included. */
  'request.status_changed': z.object({
    request,
    assigned_to: rowId.nullable(),
    before: z.object({ status }),
    after: z.object({ status, notes: note }),
  }),
  'request.work_updated': workUpdate,
  /** The same as `request.work_updated`, when it completes the request. */
  'request.completed': workUpdate,

  /** A customer's link to the printed work order was made, or all links of a request were ended. */
  'work_order.linked': z.object({ request_id: rowId, expires_at: z.iso.datetime() }),
  'work_order.links_revoked': z.object({ request_id: rowId, links: z.int() }),

  /** Someone saved a list of requests as a file. Only filters that are set are named. */
  'requests.exported': z.object({ filters: z.record(z.string(), z.string()) }),

  /** Someone saved a table of a report as a file. Only filters that are set are named, and the table. */
  'report.exported': z.object({ filters: z.record(z.string(), z.string()) }),
  /** Someone asked for the report of each month by mail, or ended it. */
  'report.monthly_chosen': z.object({ before: z.boolean(), after: z.boolean() }),
  /** A month has ended and its report is mailed. `month`: its first day. `readers`: the admins who asked for it. */
  'report.month_ended': z.object({
    month: calendarDate,
    readers: z.array(z.object({ name: z.string(), email: z.string() })),
  }),

  'contact.received': z.object({ message: contactMessage }),
  'contact.status_changed': z.object({ id: rowId, before: z.enum(contactStatuses), after: z.enum(contactStatuses) }),
  'contact.notes_changed': z.object({ id: rowId, before: z.string(), after: z.string() }),
  'contact.deleted': z.object({ message: contactMessage }),

  'notification.read': z.object({ id: rowId }),
  'notification.all_read': z.object({ updated: z.int() }),
  'notification.deleted': z.object({ notification }),

  'view.created': z.object({ id: rowId, view: viewContent }),
  'view.changed': z.object({ id: rowId, before: viewContent, after: viewContent }),
  'view.deleted': z.object({ id: rowId, view: viewContent }),
  /** Someone chose the columns and the density of a table. `before` null: for the first time. */
  'table.chosen': z.object({ table: z.enum(chosenTables), before: tableContent.nullable(), after: tableContent }),

  'settings.changed': z.object({ version: rowId, before: business, after: business }),

  'mail.settings_changed': z.object({ version: rowId, before: mailChoicesStored, after: mailChoicesStored }),
  /** Somebody sends a test mail; its outcome stands in the send log. */
  'mail.test_sent': z.object({ mail_id: rowId, to: z.string() }),
  'mail.sent_again': z.object({ mail_id: rowId, kind: z.enum(mailKinds), to: z.string() }),

  'audit.verification_started': z.object({ verification_id: rowId }),
  /** A verification of the trail came to its end, whatever it found. */
  'audit.verified': z.object({ verification_id: rowId, verdict: auditVerdict }),

  /** Someone took entries of the trail out of the product. `filters`: those that were set, as they were sent. */
  'audit.exported': z.object({ filters: z.record(z.string(), z.string()) }),

  /** A stored file was found missing or damaged when it was read. */
  'file.damaged': z.object({ request_id: rowId, file_name: z.string(), damage: z.enum(['missing', 'damaged']) }),
} satisfies Record<`${string}.${string}`, z.ZodObject>;

export type EventType = keyof typeof events;
export type DomainEvent = { [T in EventType]: { type: T } & z.output<(typeof events)[T]> }[EventType];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;
