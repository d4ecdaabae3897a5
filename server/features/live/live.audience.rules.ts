import type { DomainEvent, EventOf, EventType } from '#contract/events.ts';
import type { LiveTopic } from '#contract/live.ts';
import type { Role } from '#contract/words/roles.ts';

/** What changed, and who is told: users with one of the roles, and the listed users. */
export type Message = { topic: LiveTopic; id: number | null; roles: readonly Role[]; userIds: readonly number[] };

/** The roles that read every request and every contact message (spec §6). */
const OFFICE: readonly Role[] = ['admin', 'auditor'];

const toOffice = (topic: LiveTopic, id: number | null): Message[] => [{ topic, id, roles: OFFICE, userIds: [] }];
const toAdmins = (topic: LiveTopic, id: number): Message[] => [{ topic, id, roles: ['admin'], userIds: [] }];

/** A technician is told only of requests that are, or were until this change, assigned to them. */
const ofRequest = (id: number | null, ...assignees: readonly (number | null)[]): Message[] => [
  { topic: 'request', id, roles: OFFICE, userIds: [...new Set(assignees.filter((one) => one !== null))] },
];
const ofUser = ({ user }: { user: { id: number } }) => toAdmins('user', user.id);
const ofUserChange = ({ after }: { after: { id: number } }) => toAdmins('user', after.id);
const ofWork = ({ request, assigned_to }: EventOf<'request.work_updated'> | EventOf<'request.completed'>) =>
  ofRequest(request.id, assigned_to);
const ofAssignment = ({ request, before, after }: EventOf<'request.assigned'> | EventOf<'request.unassigned'>) =>
  ofRequest(request.id, before.assigned_to, after.assigned_to);
const ofMessage = ({ message }: { message: { id: number } }) => toOffice('contact', message.id);
const ofMessageChange = ({ id }: { id: number }) => toOffice('contact', id);
/** No one needs to be told: no open screen shows the change, or the database sends it (migrations/0013_live.sql). */
const nobody = (): Message[] => [];

/** Which messages follow from each event. An event that is missing here does not compile. */
const audience: { [T in EventType]: (event: EventOf<T>) => Message[] } = {
  'session.opened': nobody,
  'session.refused': nobody,
  'session.closed': nobody,
  'setup.completed': ({ admin }) => toAdmins('user', admin.id),

  'password.reset_asked': nobody,
  'password.chosen': ({ user_id }) => toAdmins('user', user_id),

  'user.created': ofUser,
  'user.invited': ofUser,
  'user.updated': ofUserChange,
  'user.activated': ofUserChange,
  'user.deactivated': ofUserChange,
  'user.deleted': ofUser,
  'user.password_changed': nobody,
  'user.password_refused': nobody,

  'request.created': ({ request }) => ofRequest(request.id),
  'request.held': ({ request }) => toOffice('held_request', request.id),
  'request.held_accepted': ({ request, held_request_id }) => [
    ...ofRequest(request.id),
    ...toOffice('held_request', held_request_id),
  ],
  'request.held_deleted': ({ id }) => toOffice('held_request', id),
  'request.corrected': ({ request_id, assigned_to }) => ofRequest(request_id, assigned_to),
  // The correction of the request is announced as well, and the screens of customers read it.
  'customer.corrected': nobody,
  'request.assigned': ofAssignment,
  'request.unassigned': ofAssignment,
  'request.released': ({ technician, taker }) => ofRequest(null, technician.id, taker?.id ?? null),
  'request.status_changed': ({ request, assigned_to }) => ofRequest(request.id, assigned_to),
  'request.work_updated': ofWork,
  'request.completed': ofWork,
  'request.work_refused': ({ request, assignee }) => ofRequest(request.id, assignee?.id ?? null),
  'request.refused_work_discarded': ({ request, assigned_to, technician }) =>
    ofRequest(request.id, assigned_to, technician.id),
  'requests.exported': nobody,
  'report.exported': nobody,
  'report.monthly_chosen': nobody,
  'report.month_ended': nobody,
  'work_order.linked': ({ request_id }) => toAdmins('request', request_id),
  'work_order.links_revoked': ({ request_id }) => toAdmins('request', request_id),

  'contact.received': ofMessage,
  'contact.status_changed': ofMessageChange,
  'contact.notes_changed': ofMessageChange,
  'contact.deleted': ofMessage,

  'notification.read': nobody,
  'notification.all_read': nobody,
  'notification.deleted': nobody,

  // A person's own: the other devices of that person read them when they are looked at.
  'view.created': nobody,
  'view.changed': nobody,
  'view.deleted': nobody,
  'table.chosen': nobody,

  'settings.changed': () => toOffice('settings', null),

  // The screens of API keys, of mails, of back-ups and of the trail are read again by the browser's poll.
  'key.created': nobody,
  'key.ended': nobody,
  'mail.settings_changed': nobody,
  'mail.test_sent': nobody,
  'mail.set_aside': nobody,
  'mail.sent_again': nobody,
  'backup.settings_changed': nobody,
  'backup.started': nobody,
  'backup.made': nobody,
  'backup.failed': nobody,
  'backup.removed': nobody,
  'audit.verification_started': nobody,
  'audit.verified': nobody,
  'audit.entries_lost': nobody,
  'audit.exported': nobody,
  'file.damaged': ({ request_id }) => (request_id === null ? toOffice('held_request', null) : ofRequest(request_id)),
};

/** The messages about an event to open browsers. */
export const messagesOf = (event: DomainEvent): Message[] =>
  // The entry of this event's type takes this event.
  (audience[event.type] as (event: DomainEvent) => Message[])(event);
