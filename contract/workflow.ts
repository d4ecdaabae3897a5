import { z } from 'zod';
import type { FieldError } from './errors.ts';
import { requestFile } from './files.ts';
import { rowId, time, tooLong } from './text.ts';
import { hasLetter } from './words/evidence/signatures.ts';
import {
  requestTexts,
  type Status,
  signatureKinds,
  statuses,
  type UnsignedKind,
  unsignedKinds,
} from './words/requests.ts';
import { readTrackingId, TRACKING_ID_EXAMPLE } from './words/tracking-id.ts';

/**
 * The evidence that is missing to complete a request (spec §5, technician update), in the order in which the texts are
 * shown.
 * @param evidence what the form holds: the signature's data URL and the stars, 0 when none are set
 */
export function missingEvidence(evidence: {
  signature?: string | undefined;
  rating?: number | undefined;
}): FieldError[] {
  const missing: FieldError[] = [];
  if (!evidence.signature) missing.push({ field: 'signature', message: requestTexts.signatureNeeded });
  if (!evidence.rating) missing.push({ field: 'rating', message: requestTexts.ratingNeeded });
  return missing;
}

/**
 * The errors of a visit without a signature. Such a visit leaves the request in progress, and needs a reason and a confirmation.
 * @param isAsked whether its fields are being filled in, so that none of them is too few
 */
export function unsignedProblems(
  visit: {
    status: Status;
    unsigned?: UnsignedKind | undefined;
    unsigned_reason?: string | undefined;
    unsigned_confirmed?: boolean | undefined;
  },
  isAsked = false,
): FieldError[] {
  const { status, unsigned, unsigned_reason, unsigned_confirmed } = visit;
  if (!unsigned) {
    const isMeant = isAsked || Boolean(unsigned_reason) || unsigned_confirmed === true;
    return isMeant ? [{ field: 'unsigned', message: requestTexts.unsignedKindNeeded }] : [];
  }
  const problems: FieldError[] = [];
  if (status !== 'in_progress') problems.push({ field: 'status', message: requestTexts.unsignedInProgress });
  // A dot is no reason.
  if (!hasLetter(unsigned_reason ?? ''))
    problems.push({ field: 'unsigned_reason', message: requestTexts.unsignedReasonNeeded });
  if (!unsigned_confirmed) problems.push({ field: 'unsigned_confirmed', message: requestTexts.unsignedNotConfirmed });
  return problems;
}

const NO_TRACKING_ID = `Please enter a tracking ID like ${TRACKING_ID_EXAMPLE}`;
/** A tracking ID in any notation (spec §2 Track), parsed as REQ-XXXXXXXXX-XXXXX. */
export const trackingId = z
  .string()
  .max(100, tooLong(NO_TRACKING_ID))
  .overwrite((text) => readTrackingId(text) ?? text)
  .regex(/^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$/, NO_TRACKING_ID);

/** A change of the status or assignee, or a correction. Statuses are given by value, people by name; null means nobody. */
export const requestChange = z.object({
  at: time,
  /** Null for the customer who submitted the request. */
  by: z.string().nullable(),
  /** A refusal: the update of someone who didn't have the request anymore came in, and waits for the office. */
  change: z.enum(['status', 'assignment', 'details', 'refusal']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The names of the fields that a correction of the details changed; null for other changes. */
  fields: z.array(z.string()).nullable(),
});

/** The customer's evidence for one completion, with the user who recorded it. It is valid while the request stays completed. */
export const requestEvidence = z.object({
  rating: z.int().min(1).max(5),
  customer_notes: z.string().nullable(),
  signature: requestFile.nullable(),
  /** Null for a signature from before this was recorded. */
  signature_kind: z.enum(signatureKinds).nullable(),
  /** The name in a typed signature. */
  signed_name: z.string().nullable(),
  recorded_by: z.string().nullable(),
  recorded_at: time,
  current: z.boolean(),
  /** Who reopened the request; null while it is completed, and for reopenings from before this was recorded. */
  reopened_by: z.string().nullable(),
  /** Whether a technician withdrew a low rating and the office has not acted on the request since. */
  unseen: z.boolean(),
});

/**
 * A work order update that came after its request had gone to someone else, or after its technician had left. It waits for the office,
 * or for its technician when the request is theirs again.
 */
export const refusedUpdate = z.object({
  id: rowId,
  technician: z.object({ id: rowId, name: z.string() }),
  /** The status that the technician chose; null when they left it as it was. */
  status: z.enum(statuses).nullable(),
  notes: z.string().nullable(),
  rating: z.int().min(1).max(5).nullable(),
  customer_notes: z.string().nullable(),
  signature: requestFile.nullable(),
  signature_kind: z.enum(signatureKinds).nullable(),
  signed_name: z.string().nullable(),
  unsigned: z.enum(unsignedKinds).nullable(),
  unsigned_reason: z.string().nullable(),
  files: z.array(requestFile),
  received_at: time,
});

/** A visit that ended without a signature, with the technician's reason. The request is flagged for the office while the visit is open. */
export const unsignedVisit = z.object({
  kind: z.enum(unsignedKinds),
  reason: z.string(),
  recorded_by: z.string(),
  recorded_at: time,
  open: z.boolean(),
});
