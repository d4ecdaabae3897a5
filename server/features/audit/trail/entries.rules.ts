import type { EventOf, EventType } from '#contract/events.ts';

/** The content of a trail entry, without its action, actor and time. */
export type TrailEntry = {
  /** The id of the entry's subject. */
  entity_id: number | null;
  /** The change as plain JSON: never a password, a token or a file's bytes. */
  before?: object | null;
  after?: object | null;
};

const withoutId = ({ id: _, ...account }: EventOf<'user.created'>['user']) => account;

const ofUserChange = ({
  before,
  after,
}: {
  before: EventOf<'user.created'>['user'];
  after: typeof before;
}): TrailEntry => ({
  entity_id: after.id,
  before: withoutId(before),
  after: withoutId(after),
});

type Creation = Pick<EventOf<'request.created'>, 'request' | 'customer' | 'files'>;
const ofCreation = (
  { request: { id, external_id, title, priority }, customer, files }: Creation,
  more: object,
): TrailEntry => ({
  entity_id: id,
  after: { external_id, title, priority, customer_email: customer.email, files, ...more },
});

const ofMove = ({
  request,
  before,
  after,
  undoes,
}: EventOf<'request.assigned' | 'request.unassigned' | 'request.status_changed'>): TrailEntry => ({
  entity_id: request.id,
  before,
  after: { ...after, ...(undoes && { is_undo: true }) },
});

const ofWorkUpdate = (event: EventOf<'request.work_updated'> | EventOf<'request.completed'>): TrailEntry => ({
  entity_id: event.request.id,
  before: event.before,
  after: {
    status: event.after.status,
    ...event.evidence,
    ...(event.unsigned && { unsigned: event.unsigned.kind, unsigned_reason: event.unsigned.reason }),
    notes: event.after.notes,
    files: event.files,
    ...(event.refused_work_of && { work_of: event.refused_work_of.id }),
  },
});

/** The entries of each event. An event that is missing here does not compile. An empty list means no entry. */
export const trailEntriesOf: { readonly [T in EventType]: (event: EventOf<T>) => readonly TrailEntry[] } = {
  'session.opened': (event) => [{ entity_id: event.user_id }],
  'session.refused': ({ email, flood }) => [{ entity_id: null, after: { email, ...flood } }],
  'session.closed': (event) => [{ entity_id: event.user_id }],
  'password.reset_asked': ({ email }) => [{ entity_id: null, after: { email } }],
  'password.chosen': ({ user_id, by }) => [{ entity_id: user_id, after: { by } }],
  'setup.completed': ({ admin: { id, name, email, role } }) => [{ entity_id: id, after: { name, email, role } }],

  'user.created': ({ user, is_invited }) => [
    { entity_id: user.id, after: { ...withoutId(user), ...(is_invited && { is_invited }) } },
  ],
  'user.invited': ({ user: { id, name, email } }) => [{ entity_id: id, after: { name, email } }],
  'user.updated': ({ before, after, password_changed }) => [
    { entity_id: after.id, before: withoutId(before), after: { ...withoutId(after), password_changed } },
  ],
  'user.activated': (event) => [ofUserChange(event)],
  'user.deactivated': (event) => [ofUserChange(event)],
  'user.deleted': ({ user }) => [{ entity_id: user.id, before: withoutId(user) }],
  'user.password_changed': (event) => [{ entity_id: event.user_id }],
  'user.password_refused': (event) => [{ entity_id: event.user_id }],

  'request.created': ({ contact_message_id, ...event }) => [
    ofCreation(event, contact_message_id === null ? {} : { contact_message_id }),
  ],
  'request.held': ({ hidden_text, ...event }) => [ofCreation(event, { hidden_text })],
  'request.held_accepted': ({ held_request_id, ...event }) => [ofCreation(event, { held_request_id })],
  'request.held_deleted': ({ id, held, is_expired }) => [
    { entity_id: id, before: held, ...(is_expired && { after: { is_expired } }) },
  ],
  'request.corrected': ({ request_id, before, after, moved }) => [
    {
      entity_id: request_id,
      before: { ...before, ...(moved && { customer_id: moved.from }) },
      after: { ...after, ...(moved && { customer_id: moved.to }) },
    },
  ],
  'customer.corrected': ({ customer_id, before, after }) => [{ entity_id: customer_id, before, after }],
  'request.assigned': (event) => [ofMove(event)],
  'request.unassigned': (event) => [ofMove(event)],
  'request.released': ({ technician, taker, requests }) =>
    requests.map(({ id, before, after }) => ({
      entity_id: id,
      before: { assigned_to: technician.id, status: before },
      after: { assigned_to: taker?.id ?? null, status: after },
    })),
  'request.status_changed': (event) => [ofMove(event)],
  'request.work_updated': (event) => [ofWorkUpdate(event)],
  'request.completed': (event) => [ofWorkUpdate(event)],
  'request.work_refused': ({ request, assignee, status, files }) => [
    { entity_id: request.id, after: { refused_status: status, assigned_to: assignee?.id ?? null, files } },
  ],
  'request.refused_work_discarded': ({ request, technician }) => [
    { entity_id: request.id, after: { refused_work_of: technician.id } },
  ],
  'requests.exported': ({ filters }) => [{ entity_id: null, after: { filters } }],

  'report.exported': ({ filters }) => [{ entity_id: null, after: { filters } }],
  'report.monthly_chosen': ({ before, after }) => [
    { entity_id: null, before: { by_mail: before }, after: { by_mail: after } },
  ],
  'report.month_ended': () => [],

  'work_order.linked': ({ request_id, expires_at }) => [
    { entity_id: request_id, after: { work_order_link: { expires_at } } },
  ],
  'work_order.links_revoked': ({ request_id, links }) => [
    { entity_id: request_id, after: { work_order_links_revoked: links } },
  ],

  'contact.received': ({ message }) => [{ entity_id: message.id, after: message }],
  'contact.status_changed': ({ id, before, after }) => [
    { entity_id: id, before: { status: before }, after: { status: after } },
  ],
  'contact.notes_changed': ({ id, before, after }) => [
    { entity_id: id, before: { notes: before }, after: { notes: after } },
  ],
  'contact.deleted': ({ message }) => [{ entity_id: message.id, before: message }],

  'notification.read': ({ id }) => [{ entity_id: id, after: { is_read: true } }],
  'notification.all_read': ({ updated }) => [{ entity_id: null, after: { updated } }],
  'notification.deleted': ({ notification }) => [{ entity_id: notification.id, before: notification }],

  'view.created': ({ id, view }) => [{ entity_id: id, after: view }],
  'view.changed': ({ id, before, after }) => [{ entity_id: id, before, after }],
  'view.deleted': ({ id, view }) => [{ entity_id: id, before: view }],
  'table.chosen': ({ table, before, after }) => [
    { entity_id: null, before: before && { table, ...before }, after: { table, ...after } },
  ],

  'settings.changed': ({ before, after }) => [{ entity_id: null, before, after }],

  'key.created': ({ id, key }) => [{ entity_id: id, after: key }],
  'key.ended': ({ id, key }) => [{ entity_id: id, before: key }],

  'mail.settings_changed': ({ before, after }) => [{ entity_id: null, before, after }],
  'mail.test_sent': ({ mail_id, to }) => [{ entity_id: mail_id, after: { to } }],
  'mail.set_aside': ({ mail_id, kind, to }) => [{ entity_id: mail_id, after: { kind, to } }],
  'mail.sent_again': ({ mail_id, kind, to }) => [{ entity_id: mail_id, after: { kind, to } }],

  'backup.settings_changed': ({ before, after }) => [{ entity_id: null, before, after }],
  'backup.started': ({ run_id }) => [{ entity_id: run_id }],
  'backup.made': ({ run_id, folder, bytes }) => [{ entity_id: run_id, after: { folder, bytes } }],
  'backup.failed': ({ run_id, error }) => [{ entity_id: run_id, after: { error } }],
  'backup.removed': ({ folders }) => [{ entity_id: null, after: { folders } }],

  'audit.verification_started': ({ verification_id }) => [{ entity_id: null, after: { verification_id } }],
  'audit.verified': ({ verification_id, verdict }) => [{ entity_id: null, after: { verification_id, ...verdict } }],
  'audit.entries_lost': ({ entries }) => [{ entity_id: null, after: { entries } }],
  'audit.exported': ({ filters }) => [{ entity_id: null, after: { filters } }],

  'file.damaged': () => [],
};
