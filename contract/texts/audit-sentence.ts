import type { AuditEntry } from '../audit.ts';
import type { AuditAction } from '../audit-actions.ts';
import { contactLabels, contactStatuses } from '../words/contact.ts';
import { statuses, statusLabels } from '../words/requests.ts';

/** The names of people by their id. */
export type People = ReadonlyMap<number, string>;
export const peopleOf = (people: readonly { id: number; name: string }[]): People =>
  new Map(people.map(({ id, name }) => [id, name]));

const words: Readonly<Record<string, string>> = {
  external_id: 'Tracking ID',
  assigned_to: 'Assigned to',
  is_active: 'Active',
  is_invited: 'Invited',
  is_read: 'Read',
  is_undo: 'Undo',
  ip_address: 'IP address',
  customer_email: 'Customer email',
  customer_notes: 'Customer feedback',
  url: 'URL',
};

/** The name of a field as people read it: "signed_name" is "Signed name". */
export function fieldLabel(name: string): string {
  const known = words[name];
  if (known !== undefined) return known;
  const spaced = name.replaceAll('_', ' ').trim();
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replace(/\bid$/i, 'ID');
}

/** A part of a sentence; a name is set apart from the words around it. */
export type Part = string | { name: string };

/** What a sentence is made from: an entry with its summary, the changed fields and their short values. */
type Entry = Pick<
  AuditEntry,
  'actor' | 'action' | 'entity' | 'entity_id' | 'thing' | 'known_as' | 'before' | 'after' | 'changed'
>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const name = (text: string): Part => ({ name: text });

/** The request, the user or the sender; by its number when nobody knows its name any more. */
function thingOf({ thing, known_as, entity_id, before, after }: Entry): Part {
  const known =
    thing?.name ??
    known_as ??
    textOf(before?.name) ??
    textOf(after?.name) ??
    textOf(after?.external_id ?? before?.external_id);
  return name(known ?? (entity_id ? `no. ${entity_id}` : 'an unknown one'));
}

/** The user as the entry names them, with the present name behind it when that is another one. */
function userOf(entry: Entry): Part[] {
  const was = textOf(entry.before?.name) ?? textOf(entry.after?.name);
  const now = entry.thing?.name;
  return was && now && was !== now ? [name(was), ' (now ', name(now), ')'] : [thingOf(entry)];
}

/** A notification by its title. */
const notificationOf = (entry: Entry): Part[] => {
  const title = entry.thing?.name ?? entry.known_as;
  return title ? ['the notification ', name(title)] : ['a notification'];
};

const person = (id: unknown, people: People): Part =>
  name((typeof id === 'number' && people.get(id)) || (id ? `user no. ${id}` : 'nobody'));

const statusText = (value: unknown): string => {
  const status = statuses.find((one) => one === value);
  return status ? statusLabels[status] : (textOf(value) ?? 'unknown');
};

const contactStatusText = (value: unknown): string => {
  const status = contactStatuses.find((one) => one === value);
  return status ? contactLabels[status] : (textOf(value) ?? 'unknown');
};

/** " from Pending to Assigned", when the status changed. */
const move = ({ before, after }: Entry): string =>
  after?.status !== undefined && before?.status !== undefined && after.status !== before.status
    ? ` from ${statusText(before.status)} to ${statusText(after.status)}`
    : '';

const fields = ({ changed }: Entry): string => {
  const names = changed.map((field) => fieldLabel(field).toLowerCase());
  if (names.length === 0) return '';
  const more = names.length - 4;
  return more > 0 ? `: ${names.slice(0, 4).join(', ')} and ${more} more` : `: ${names.join(', ')}`;
};

/** " without a signature (absent)", when the technician could not get one. */
const unsigned = ({ after }: Entry): string => {
  const kind = textOf(after?.unsigned);
  return kind ? ` without a signature (customer ${kind})` : '';
};

/** A request goes from one person to the next. */
const handOver = (entry: Entry, people: People): Part[] => [
  ...['handed ', thingOf(entry), ' over from ', person(entry.before?.assigned_to, people)],
  ...[' to ', person(entry.after?.assigned_to, people)],
];

/** ", now Pending", when the status changed. */
const nowIn = ({ before, after }: Entry): string =>
  after?.status !== undefined && after.status !== before?.status ? `, now ${statusText(after.status)}` : '';

const asUndo = ({ after }: Entry): string => (after?.is_undo === true ? ' (undo)' : '');

const flood = ({ after }: Entry): string =>
  typeof after?.attempts === 'number' ? ` and ${after.attempts - 1} more times within a minute` : '';

const sentences: Record<AuditAction, (entry: Entry, people: People) => Part[]> = {
  'auth.login': () => ['signed in'],
  'auth.login_failed': (entry) => ['failed to sign in as ', name(textOf(entry.after?.email) ?? 'nobody'), flood(entry)],
  'auth.logout': () => ['signed out'],
  'auth.forgot_password': (entry) => ['asked for a new password as ', name(textOf(entry.after?.email) ?? 'nobody')],
  'auth.reset_password': ({ after }) => [
    after?.by === 'invitation' ? 'accepted an invitation and chose a password' : 'chose a new password by a link',
  ],
  'auth.setup': (entry) => ['set up the first admin ', ...userOf(entry)],
  'users.create': (entry) => ['added the user ', ...userOf(entry)],
  'users.invite': (entry) => ['invited the user ', ...userOf(entry), ' again'],
  'users.update': (entry) => ['changed the user ', ...userOf(entry), fields(entry)],
  'users.activate': (entry) => ['activated the user ', ...userOf(entry)],
  'users.deactivate': (entry) => ['deactivated the user ', ...userOf(entry)],
  'users.remove': (entry) => ['deleted the user ', ...userOf(entry)],
  'users.change_password': () => ['changed their own password'],
  'users.change_password_failed': () => ['gave a wrong current password while changing it'],
  'requests.create': (entry) => [entry.actor.id === null ? 'sent request ' : 'entered request ', thingOf(entry)],
  'requests.hold': (entry) => ['sent request ', thingOf(entry), ', which is held because of its hidden field'],
  'requests.accept_held': (entry) => ['accepted the held request ', thingOf(entry)],
  'requests.delete_held': (entry) => [
    ...['deleted the held request ', thingOf(entry), entry.after?.is_expired === true ? ' after 30 days' : ''],
  ],
  'requests.update': (entry) => ['corrected ', thingOf(entry), fields(entry)],
  'customers.update': ({ before, after }) => [
    ...['changed the email of the customer ', name(textOf(before?.email) ?? 'nobody')],
    ...[' to ', name(textOf(after?.email) ?? 'nobody')],
  ],
  'requests.assign': (entry, people) => [
    ...['assigned ', thingOf(entry), ' to ', person(entry.after?.assigned_to, people), asUndo(entry)],
  ],
  'requests.unassign': (entry, people) =>
    // Earlier versions called a hand-over so as well.
    entry.after?.assigned_to
      ? handOver(entry, people)
      : [
          ...['took ', thingOf(entry), ' back from ', person(entry.before?.assigned_to, people), nowIn(entry)],
          asUndo(entry),
        ],
  'requests.release': (entry, people) =>
    entry.after?.assigned_to
      ? handOver(entry, people)
      : [
          ...['put ', thingOf(entry), ` back to ${statusText(entry.after?.status)}, because `],
          ...[person(entry.before?.assigned_to, people), ' was no longer available'],
        ],
  'requests.change_status': (entry) =>
    move(entry)
      ? ['moved ', thingOf(entry), move(entry), asUndo(entry)]
      : textOf(entry.after?.notes)
        ? ['added a note to ', thingOf(entry)]
        : ['kept ', thingOf(entry), ` as ${statusText(entry.after?.status)}`],
  'requests.update_with_files': (entry, people) => [
    ...['updated the work on ', thingOf(entry), move(entry), unsigned(entry)],
    ...(entry.after?.work_of ? [' with the refused work of ', person(entry.after.work_of, people)] : []),
  ],
  'requests.refuse_work': (entry, people) => [
    ...[
      'could not save work on ',
      thingOf(entry),
      ', which was assigned to ',
      person(entry.after?.assigned_to, people),
    ],
  ],
  'requests.discard_refused_work': (entry, people) => [
    ...['discarded the refused work of ', person(entry.after?.refused_work_of, people), ' on ', thingOf(entry)],
  ],
  'requests.export': () => ['exported requests'],
  'reports.export': () => ['exported a report'],
  'reports.choose_monthly': ({ after }) => [
    after?.by_mail === true ? 'asked for the monthly report by mail' : 'ended the monthly report by mail',
  ],
  'work_orders.create_link': (entry) => ["made the customer's link to the work order of ", thingOf(entry)],
  'work_orders.revoke_link': (entry) => ["ended the customer's link to the work order of ", thingOf(entry)],
  'contact.submit': (entry) => [
    ...['sent a contact message as ', thingOf(entry), entry.after?.status === 'spam' ? ', which went to spam' : ''],
  ],
  'contact.set_status': ({ before, after, ...entry }) => [
    ...['moved the message of ', thingOf({ ...entry, before, after })],
    ` from ${contactStatusText(before?.status)} to ${contactStatusText(after?.status)}`,
  ],
  'contact.set_notes': (entry) => ['changed the notes on the message of ', thingOf(entry)],
  'contact.remove': (entry) => ['deleted the message of ', thingOf(entry)],
  'notifications.read': (entry) => ['read ', ...notificationOf(entry)],
  'notifications.mark_all_read': () => ['marked all notifications as read'],
  'notifications.remove': (entry) => ['deleted ', ...notificationOf(entry)],
  'views.create': ({ after }) => ['saved the view ', name(textOf(after?.name) ?? 'without a name')],
  'views.update': (entry) => ['changed the view ', name(textOf(entry.after?.name) ?? 'without a name'), fields(entry)],
  'views.remove': ({ before }) => ['deleted the view ', name(textOf(before?.name) ?? 'without a name')],
  'views.choose_table': () => ['chose the columns of a list'],
  'settings.update': (entry) => ['changed the settings', fields(entry)],
  'keys.create': ({ after }) => ['made the API key ', name(textOf(after?.name) ?? 'without a name')],
  'keys.end': ({ before }) => ['ended the API key ', name(textOf(before?.name) ?? 'without a name')],
  'mail.update_settings': (entry) => ['changed the mail settings', fields(entry)],
  'mail.send_test': ({ after }) => ['sent a test mail to ', name(textOf(after?.to) ?? 'nobody')],
  'mail.set_aside': ({ after }) => ['set aside the failed mail to ', name(textOf(after?.to) ?? 'nobody')],
  'mail.send_again': ({ after }) => ['sent a mail again to ', name(textOf(after?.to) ?? 'nobody')],
  'backups.update_settings': (entry) => ['changed the back-up settings', fields(entry)],
  'backups.start': () => ['asked for a back-up'],
  'backups.make': ({ after }) => ['made the back-up ', name(textOf(after?.folder) ?? 'without a name')],
  'backups.fail': ({ after }) => [`failed to make a back-up: ${textOf(after?.error) ?? 'unknown'}`],
  // A summary has no lists: how many they were is not known here.
  'backups.remove': () => ['removed old back-ups'],
  'audit.start_verification': () => ['started a verification of the audit trail'],
  'audit.verify': ({ changed }) => [
    changed.includes('broken') ? 'verified the audit trail: it is broken' : 'verified the audit trail: it holds',
  ],
  'audit.find_lost': () => ['found entries of the audit trail removed before they were sealed'],
  'audit.export': () => ['exported the audit trail'],
};

/**
 * What the actor did, as the words behind the actor's name. Lists, dialogs and exports of the trail all say it in these words.
 */
export function sentenceOf(entry: Entry, people: People): Part[] {
  const known = Object.entries(sentences).find(([action]) => action === entry.action)?.[1];
  return known ? known(entry, people) : [`did: ${entry.action}`];
}

/** The sentence as plain text. */
export const plain = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
