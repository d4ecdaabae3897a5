import { z } from 'zod';
import { requestFile } from './files.ts';
import { rowId, time } from './text.ts';
import type { RequestField, Told } from './words/request-fields.ts';
import { priorities, statuses } from './words/requests.ts';
import { assignableRoles } from './words/roles.ts';
import { refusedUpdate, requestChange, requestEvidence, unsignedVisit } from './workflow.ts';

/** The customer's fields of a request, as stored. */
export const storedFields = {
  title: z.string(),
  service_type: z.string().nullable(),
  description: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  customer_address: z.string(),
  payment_address: z.string().nullable(),
} satisfies Record<RequestField, z.ZodType>;

const customer = z.object({
  name: storedFields.customer_name,
  email: storedFields.customer_email,
  phone: storedFields.customer_phone,
  address: storedFields.customer_address,
  payment_address: storedFields.payment_address,
});

/** A request in a list. */
export const requestSummary = z.object({
  id: rowId,
  external_id: z.string(),
  title: storedFields.title,
  status: z.enum(statuses),
  priority: z.enum(priorities),
  service_type: storedFields.service_type,
  assigned_to: rowId.nullable(),
  assignedTechnician: z.object({ name: z.string() }).nullable(),
  customer: customer.pick({ name: true, email: true }),
  /** The town of the service address; null when the address names none. */
  town: z.string().nullable(),
  rating: z.int().min(1).max(5).nullable(),
  created_at: time,
  updated_at: time,
  completed_at: time.nullable(),
  /** Increases with every change. Send it back with an edit. */
  version: rowId,
});
export type RequestSummary = z.infer<typeof requestSummary>;

/** A request in its assignee's list, with the customer's phone number and address for the way there. */
export const workSummary = requestSummary
  .omit({ town: true })
  .extend({ customer: customer.omit({ payment_address: true }) });
export type WorkSummary = z.infer<typeof workSummary>;

/**
 * A complete request, for staff (spec §3 Request). `notes` has entries separated by blank lines, newest last. Of each list the newest
 * entries are here (`shownOfRequest`), and the totals say how many there are.
 */
export const requestDetail = requestSummary.extend({
  description: storedFields.description,
  customer,
  customer_notes: z.string().nullable(),
  /** The contact message that the office made the request from; null for every other request. */
  contact_message_id: rowId.nullable(),
  /** Who made the last change; null while there was none. */
  changed_by: rowId.nullable(),
  notes: z.string(),
  notes_total: z.int().min(0),
  /** Oldest first. */
  files: z.array(requestFile),
  files_total: z.int().min(0),
  /** Belongs to the current completion, like `rating` and `customer_notes`. */
  signature: requestFile.nullable(),
  /** Oldest first. */
  history: z.array(requestChange),
  history_total: z.int().min(0),
  /** Newest first, including the evidence of completions before a reopening. */
  evidence: z.array(requestEvidence),
  /** Newest first. */
  unsigned_visits: z.array(unsignedVisit),
  /** Open ones only, oldest first. A technician sees their own. */
  refused_work: z.array(refusedUpdate),
}) satisfies z.ZodType<Told>;
export type RequestDetail = z.infer<typeof requestDetail>;

/** Counts of requests by status (spec §3 Request stats). Cancelled requests count in the total only. */
export const requestStats = z.object({
  total: z.int(),
  pending: z.int(),
  assigned: z.int(),
  in_progress: z.int(),
  completed: z.int(),
});

/**
 * A user whom requests can be assigned to (spec §6). `open` counts their assigned and started requests. `today` counts
 * requests assigned to them since midnight in the business's time zone that are still theirs.
 */
export const assignee = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  role: z.enum(assignableRoles),
  base_location: z.string().nullable(),
  /** Whether they have an invitation and have not chosen a password yet. */
  is_invited: z.boolean(),
  open: z.int(),
  today: z.int(),
});
export type Assignee = z.infer<typeof assignee>;

/** The outcome of a bulk change for each request. Refused requests are unchanged. */
export const bulkAnswer = z.object({
  done: z.array(z.object({ id: rowId, version: rowId })),
  refused: z.array(z.object({ id: rowId, external_id: z.string().nullable(), message: z.string() })),
});
