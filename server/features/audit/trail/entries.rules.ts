import type { AuditEntity } from '#contract/audit-actions.ts';
import type { EventOf, EventType } from '#contract/events.ts';

/** The content of an entry, besides its action, actor and time. */
export type Trace = {
  entity: AuditEntity;
  entity_id: number | null;
  /** The change as plain JSON: never a password, a token or a file's bytes. */
  before?: object | null;
  after?: object | null;
};

const ofUser = (id: number, change: Pick<Trace, 'before' | 'after'> = {}): Trace => ({
  entity: 'user',
  entity_id: id,
  ...change,
});
const ofRequest = (id: number, change: Pick<Trace, 'before' | 'after'>): Trace => ({
  entity: 'request',
  entity_id: id,
  ...change,
});
const ofMessage = (id: number, change: Pick<Trace, 'before' | 'after'>): Trace => ({
  entity: 'contact_message',
  entity_id: id,
  ...change,
});
const ofNotification = (id: number | null, change: Pick<Trace, 'before' | 'after'>): Trace => ({
  entity: 'notification',
  entity_id: id,
  ...change,
});

const ofTrail = (change: Pick<Trace, 'before' | 'after'>): Trace => ({
  entity: 'audit_trail',
  entity_id: null,
  ...change,
});

const ofMail = (id: number | null, change: Pick<Trace, 'before' | 'after'>): Trace => ({
  entity: 'mail',
  entity_id: id,
  ...change,
});

const withoutId = ({ id: _, ...account }: EventOf<'user.created'>['user']) => account;

const ofUserChange = ({ before, after }: { before: EventOf<'user.created'>['user']; after: typeof before }): Trace =>
  ofUser(after.id, { before: withoutId(before), after: withoutId(after) });

const ofWorkUpdate = (event: EventOf<'request.work_updated'> | EventOf<'request.completed'>): Trace =>
  ofRequest(event.request.id, {
    before: event.before,
    after: {
      status: event.after.status,
      ...event.evidence,
      ...(event.unsigned && { unsigned: event.unsigned.kind, unsigned_reason: event.unsigned.reason }),
      notes: event.after.notes,
      files: event.files,
    },
  });

/** The entries of each event. An event that is missing here does not compile. An empty list means no entry. */
export const tracesOf: { readonly [T in EventType]: (event: EventOf<T>) => readonly Trace[] } = {
  'session.opened': (event) => [ofUser(event.user_id)],
  'session.refused': ({ email, flood }) => [{ entity: 'session', entity_id: null, after: { email, ...flood } }],
  'session.closed': (event) => [ofUser(event.user_id)],
  'password.reset_asked': ({ email }) => [{ entity: 'session', entity_id: null, after: { email } }],
  'password.chosen': ({ user_id, by }) => [ofUser(user_id, { after: { by } })],
  'setup.completed': ({ admin: { id, name, email, role } }) => [ofUser(id, { after: { name, email, role } })],

  'user.created': ({ user, is_invited }) => [
    ofUser(user.id, { after: { ...withoutId(user), ...(is_invited && { is_invited }) } }),
  ],
  'user.invited': ({ user: { id, name, email } }) => [ofUser(id, { after: { name, email } })],
  'user.updated': ({ before, after, password_changed }) => [
    ofUser(after.id, { before: withoutId(before), after: { ...withoutId(after), password_changed } }),
  ],
  'user.activated': (event) => [ofUserChange(event)],
  'user.deactivated': (event) => [ofUserChange(event)],
  'user.deleted': ({ user }) => [ofUser(user.id, { before: withoutId(user) })],
  'user.password_changed': (event) => [ofUser(event.user_id)],
  'user.password_refused': (event) => [ofUser(event.user_id)],

  'request.created': ({ request: { id, external_id, title, priority }, customer, files }) => [
    ofRequest(id, { after: { external_id, title, priority, customer_email: customer.email, files } }),
  ],
  'request.corrected': ({ request_id, before, after }) => [ofRequest(request_id, { before, after })],
  'request.assigned': ({ request, before, after }) => [ofRequest(request.id, { before, after })],
  'request.unassigned': ({ request, before, after }) => [ofRequest(request.id, { before, after })],
  'request.released': ({ technician, taker, requests }) =>
    requests.map(({ id, before, after }) =>
      ofRequest(id, {
        before: { assigned_to: technician.id, status: before },
        after: { assigned_to: taker?.id ?? null, status: after },
      }),
    ),
  'request.status_changed': ({ request, before, after }) => [ofRequest(request.id, { before, after })],
  'request.work_updated': (event) => [ofWorkUpdate(event)],
  'request.completed': (event) => [ofWorkUpdate(event)],
  'requests.exported': ({ filters }) => [{ entity: 'request', entity_id: null, after: { filters } }],

  'report.exported': ({ filters }) => [{ entity: 'report', entity_id: null, after: { filters } }],
  'report.monthly_chosen': ({ before, after }) => [
    { entity: 'report', entity_id: null, before: { by_mail: before }, after: { by_mail: after } },
  ],
  'report.month_ended': () => [],

  'work_order.linked': ({ request_id, expires_at }) => [
    ofRequest(request_id, { after: { work_order_link: { expires_at } } }),
  ],
  'work_order.links_revoked': ({ request_id, links }) => [
    ofRequest(request_id, { after: { work_order_links_revoked: links } }),
  ],

  'contact.received': ({ message }) => [ofMessage(message.id, { after: message })],
  'contact.status_changed': ({ id, before, after }) => [
    ofMessage(id, { before: { status: before }, after: { status: after } }),
  ],
  'contact.notes_changed': ({ id, before, after }) => [
    ofMessage(id, { before: { notes: before }, after: { notes: after } }),
  ],
  'contact.deleted': ({ message }) => [ofMessage(message.id, { before: message })],

  'notification.read': ({ id }) => [ofNotification(id, { after: { is_read: true } })],
  'notification.all_read': ({ updated }) => [ofNotification(null, { after: { updated } })],
  'notification.deleted': ({ notification }) => [ofNotification(notification.id, { before: notification })],

  'view.created': ({ id, view }) => [{ entity: 'view', entity_id: id, after: view }],
  'view.changed': ({ id, before, after }) => [{ entity: 'view', entity_id: id, before, after }],
  'view.deleted': ({ id, view }) => [{ entity: 'view', entity_id: id, before: view }],
  'table.chosen': ({ table, before, after }) => [
    { entity: 'view', entity_id: null, before: before && { table, ...before }, after: { table, ...after } },
  ],

  'settings.changed': ({ before, after }) => [{ entity: 'settings', entity_id: null, before, after }],

  'mail.settings_changed': ({ before, after }) => [ofMail(null, { before, after })],
  'mail.test_sent': ({ mail_id, to }) => [ofMail(mail_id, { after: { to } })],
  'mail.sent_again': ({ mail_id, kind, to }) => [ofMail(mail_id, { after: { kind, to } })],

  'audit.verification_started': ({ verification_id }) => [ofTrail({ after: { verification_id } })],
  'audit.verified': ({ verification_id, verdict }) => [ofTrail({ after: { verification_id, ...verdict } })],
  'audit.exported': ({ filters }) => [ofTrail({ after: { filters } })],

  'file.damaged': () => [],
};
