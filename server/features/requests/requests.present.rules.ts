import type { z } from 'zod';
import type { assignee, requestDetail, requestSummary } from '#contract/request-answers.ts';
import type { enterRequestBody } from '#contract/request-forms.ts';
import type { requests } from '#contract/requests.ts';
import type { Status } from '#contract/words/requests.ts';
import { deskTime, isoTime } from '#server/lib/dates.ts';
import type { Shown } from '../files/files.gallery.service.ts';
import type { DetailRow } from './detail/detail.repo.ts';
import type { listAssignedTo, SummaryRow } from './requests.list.repo.ts';
import type { findByTrackingId, listAssignees } from './requests.repo.ts';
import { joinNotes } from './requests.rules.ts';

/** Rows as answers have them, and a form as a row. A time is a date, or text where PostgreSQL wrote JSON. */

type RowsOf<F extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<F>>[number];
type Times = { created_at: Date | string; updated_at: Date | string; completed_at: Date | string | null };

const isoOrNull = (time: Date | string | null) => (time === null ? null : isoTime(time));

/** A row of a list (spec §3 Request). */
export const presentSummary = (row: Omit<SummaryRow, keyof Times> & Times): z.input<typeof requestSummary> => ({
  id: row.id,
  external_id: row.external_id,
  title: row.title,
  status: row.status,
  priority: row.priority,
  service_type: row.service_type,
  assigned_to: row.assigned_to,
  assignedTechnician: row.technician_name === null ? null : { name: row.technician_name },
  customer: { name: row.customer_name, email: row.customer_email },
  town: row.town || null,
  rating: row.rating,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
  completed_at: isoOrNull(row.completed_at),
  version: row.version,
});

/** A row of a technician's own list: they call the customer, and drive there. */
export function presentOwn(row: RowsOf<typeof listAssignedTo>) {
  const summary = presentSummary(row);
  const { customer_phone: phone, customer_address: address } = row;
  return { ...summary, customer: { ...summary.customer, phone, address } };
}

/** Notes as one text, each headed by its time in the business's time zone. */
export const presentNotes = (
  notes: readonly { body: string; author: string; created_at: Date | string }[],
  zone: string,
) =>
  joinNotes(notes.map(({ body, author, created_at }) => ({ body, author, at: deskTime(new Date(created_at), zone) })));

/** The newest files of a request, how many it has, and those of refused work by its id. */
type Stored = Shown & { total: number; ofRefused: (workId: number) => Shown };

/**
 * The whole request. The signature is that of the present completion.
 * @param zone the business's time zone, which the notes are headed in
 * @param viewer the technician who reads, and sees no refused work of others; null for the office
 */
export function presentDetail(
  row: DetailRow,
  stored: Stored,
  { zone, viewer }: { zone: string; viewer: number | null },
): z.input<typeof requestDetail> {
  const completions = row.evidence.map(({ signature_id, recorded_at, superseded_at, ...entry }) => ({
    ...entry,
    signature: stored.signatures.find(({ id }) => id === signature_id) ?? null,
    recorded_at: isoTime(recorded_at),
    current: superseded_at === null,
  }));
  return {
    ...presentSummary(row),
    description: row.description,
    customer: customerOf(row),
    customer_notes: row.customer_notes,
    contact_message_id: row.contact_message_id,
    changed_by: row.changed_by,
    notes: presentNotes(row.notes, zone),
    notes_total: row.notes_total ?? 0,
    files: stored.files,
    files_total: stored.total,
    signature: completions.find(({ current }) => current)?.signature ?? null,
    history_total: row.history_total ?? 0,
    history: row.history.map(({ id: _, at, ...change }) => ({ ...change, at: isoTime(at) })),
    evidence: completions,
    unsigned_visits: row.unsigned_visits.map(({ recorded_at, settled_at, ...visit }) => ({
      ...visit,
      recorded_at: isoTime(recorded_at),
      open: settled_at === null,
    })),
    refused_work: row.refused_work
      .filter(({ technician_id }) => viewer === null || viewer === technician_id)
      .map(({ technician_id, technician_name, received_at, ...work }) => {
        const { files, signatures } = stored.ofRefused(work.id);
        return {
          ...work,
          technician: { id: technician_id, name: technician_name },
          files,
          signature: signatures[0] ?? null,
          received_at: isoTime(received_at),
        };
      }),
  };
}

/** The columns that the form of a new request fills in. */
export const submittedColumns = (body: z.output<typeof enterRequestBody>) => ({
  title: body.title,
  description: body.description,
  priority: body.priority,
  service_type: body.service_type ?? null,
  customer_name: body.customerName,
  customer_email: body.customerEmail,
  customer_phone: body.customerPhone,
  customer_address: body.customerAddress,
  payment_address: body.paymentAddress ?? null,
});

/** The customer's details of a request, which has its own copy of them. */
export const customerOf = (
  row: Pick<DetailRow, 'customer_name' | 'customer_email' | 'customer_phone' | 'customer_address' | 'payment_address'>,
) => ({
  name: row.customer_name,
  email: row.customer_email,
  phone: row.customer_phone,
  address: row.customer_address,
  payment_address: row.payment_address,
});

type Step = { status: Status; at: string; since: string | null };

/** The steps that stand, oldest first. An undo is no step of its own: it leaves the request where it was, since when it was there. */
export function standingSteps(steps: readonly Step[]): { status: Status; at: string }[] {
  const standing: { status: Status; at: string }[] = [];
  for (const { status, at, since } of steps) {
    const back = since === null ? -1 : standing.findLastIndex((step) => step.status === status && step.at === since);
    if (back === -1) standing.push({ status, at: since ?? at });
    else standing.length = back + 1;
  }
  return standing;
}

type Tracked = NonNullable<Awaited<ReturnType<typeof findByTrackingId>>>;

/** What the public sees of a request (spec §2 Track): no customer data, notes, names and files. */
export const presentTracked = (row: Tracked): z.input<typeof requests.track.response>['request'] => ({
  external_id: row.external_id,
  title: row.title,
  status: row.status,
  priority: row.priority,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
  completed_at: isoOrNull(row.completed_at),
  timeline: standingSteps(row.timeline).map(({ status, at }) => ({ status, at: isoTime(at) })),
});

/** Somebody whom requests can be assigned to. */
export const presentAssignee = ({
  open,
  today,
  role,
  ...person
}: RowsOf<typeof listAssignees>): z.input<typeof assignee> => ({
  ...person,
  open: open ?? 0,
  today: today ?? 0,
  role: role === 'admin' ? 'admin' : 'technician',
});
