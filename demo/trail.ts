import type { Selectable } from 'kysely';
import { type EventOf, type EventType, events } from '#contract/events.ts';
import type { ContactMessages, RequestStatus } from '#server/db/database.ts';
import type { Writer } from '#server/db/transaction.ts';
import { trailEntriesOf } from '#server/features/audit/trail/entries.rules.ts';
import { insertEntries, type NewEntry } from '#server/features/audit/trail/trail.repo.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { type Member, staff } from './people.ts';
import type { Happening } from './story.ts';
import type { RequestPlan, Year } from './year.ts';

type Message = Selectable<ContactMessages>;
/** The ids that the database has given to what the story names. */
export type Ids = { user: (email: string) => number; request: (externalId: string) => number };

/** The most rows of one statement, because PostgreSQL accepts at most 65,535 parameters. */
const ROWS = 1_000;
const HOUR = 3_600_000;
const DESK = {
  ip: '192.0.2.10',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};
const PHONE = {
  ip: '198.51.100.24',
  user_agent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
};
const VISITOR = { ip: '203.0.113.80', user_agent: PHONE.user_agent };

/** The entries of an event at the time of the story, with what the product keeps of such an event. */
function entriesOf<T extends EventType>(
  ids: Ids,
  at: Date,
  by: Member | null,
  event: EventOf<T> & { type: T },
): NewEntry[] {
  const { action, entity } = events[event.type];
  if (action === null) return [];
  const from = by === null ? VISITOR : by.role === 'technician' ? PHONE : DESK;
  return trailEntriesOf[event.type](event).map(({ entity_id, before, after }) => ({
    at,
    actor_id: by && ids.user(by.email),
    actor_name: by?.name ?? 'Visitor',
    actor_role: by?.role ?? null,
    action,
    entity,
    entity_id: entity_id === null ? null : String(entity_id),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    ...from,
    call_id: null,
  }));
}

/** The first admin is set up, and adds the others. */
function entriesOfStaff(ids: Ids, since: Date): NewEntry[] {
  const accountOf = ({ weight: _, ...member }: Member) => ({ id: ids.user(member.email), ...member });
  const [office, ...others] = staff;
  if (!office) return [];
  return [
    ...entriesOf(ids, since, null, { type: 'setup.completed', admin: accountOf(office) }),
    ...others.flatMap((member) =>
      entriesOf(ids, since, office, {
        type: 'user.created',
        // Who has left since was active then.
        user: { ...accountOf(member), is_active: true },
        is_invited: false,
      }),
    ),
  ];
}

/** The state of a request in its story, before something happens. */
type State = { status: RequestStatus; assigned_to: number | null; rating: number | null };

function entriesOfHappening(ids: Ids, plan: RequestPlan, state: State, happening: Happening): NewEntry[] {
  const { at, by, technician, closing, note = null, status = state.status } = happening;
  const { external_id, title, priority } = plan;
  const request = { id: ids.request(external_id), external_id, title, priority };
  const files = plan.files
    .filter((file) => file.by === by && +file.at === +at && file.kind !== 'signature')
    .map(({ name }) => name);
  if (by === null) {
    const { name, email } = plan.customer;
    return entriesOf(ids, at, by, {
      type: 'request.created',
      request,
      customer: { name, email },
      files,
      contact_message_id: null,
    });
  }
  if (technician) {
    const before = { assigned_to: state.assigned_to, status: state.status };
    const after = { assigned_to: ids.user(technician.email), status, notes: note };
    return entriesOf(ids, at, by, { type: 'request.assigned', request, before, after, undoes: null });
  }
  if (by.role !== 'technician') {
    const change = { before: { status: state.status }, after: { status, notes: note } };
    return entriesOf(ids, at, by, {
      type: 'request.status_changed',
      request,
      assigned_to: state.assigned_to,
      ...change,
      undoes: null,
    });
  }
  const work = {
    request,
    assigned_to: state.assigned_to,
    before: { status: state.status, rating: state.rating },
    after: { status, notes: note },
    unsigned: null,
    files,
    refused_work_of: null,
  };
  if (!closing) return entriesOf(ids, at, by, { type: 'request.work_updated', ...work, evidence: null });
  const evidence = {
    ...{ rating: closing.rating, customer_notes: closing.feedback },
    ...{ signature_kind: 'drawn' as const, signed_name: null },
  };
  return entriesOf(ids, at, by, { type: 'request.completed', ...work, evidence });
}

function entriesOfRequest(ids: Ids, plan: RequestPlan): NewEntry[] {
  const state: State = { status: 'pending', assigned_to: null, rating: null };
  return plan.story.flatMap((happening) => {
    const entries = entriesOfHappening(ids, plan, state, happening);
    if (happening.status) state.status = happening.status;
    if (happening.technician) state.assigned_to = ids.user(happening.technician.email);
    if (happening.closing) state.rating = happening.closing.rating;
    return entries;
  });
}

/** A message arrives; the office reads it some hours later, and writes down what it did. */
function entriesOfMessage(ids: Ids, now: Date, row: Message): NewEntry[] {
  const [office] = staff;
  const { search_text: _, changed_at: __, changed_by: ___, ...message } = row;
  const sent = { ...message, status: 'new' as const, notes: '', created_at: row.created_at.toISOString() };
  const read = new Date(Math.min(+now, +row.created_at + 3 * HOUR));
  const { id, status, notes } = row;
  return [
    ...entriesOf(ids, row.created_at, null, { type: 'contact.received', message: sent }),
    ...(status !== 'new' && office
      ? entriesOf(ids, read, office, { type: 'contact.status_changed', id, before: 'new', after: status })
      : []),
    ...(notes && office
      ? entriesOf(ids, read, office, { type: 'contact.notes_changed', id, before: '', after: notes })
      : []),
  ];
}

/**
 * Writes the audit trail of the year: an entry for each thing that the story tells, at its time and in the order of the times.
 * The product seals them when it starts, and the seals say that time: the trail does not claim that they are old.
 */
export async function writeTrail(
  tx: Writer,
  year: Year,
  given: { ids: Ids; messages: readonly Message[]; since: Date; now: Date; auditKey: Buffer },
): Promise<void> {
  const { ids, messages, since, now } = given;
  const mac = hmacOf(given.auditKey);
  const entries = [
    ...entriesOfStaff(ids, since),
    ...year.requests.flatMap((plan) => entriesOfRequest(ids, plan)),
    ...messages.flatMap((message) => entriesOfMessage(ids, now, message)),
  ].sort((one, other) => Number(one.at) - Number(other.at));
  for (let start = 0; start < entries.length; start += ROWS) {
    await insertEntries(tx, mac, entries.slice(start, start + ROWS));
  }
}
