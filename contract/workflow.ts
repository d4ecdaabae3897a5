import { z } from 'zod';
import type { FieldError } from './errors.ts';
import { requestFile } from './files.ts';
import type { Role } from './roles.ts';
import { time, tooLong } from './text.ts';
import { readTrackingId } from './tracking-id.ts';

export const statuses = ['pending', 'assigned', 'in_progress', 'completed', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];
/** What the public form offers; Emergency (any case) is stored as urgent. */
export const publicPriorities = ['low', 'medium', 'Emergency'] as const;

/** Who may move a request from which status to which (spec §4): the server's check and the drop-downs read this table. */
const byTechnician = ['assigned', 'in_progress', 'completed', 'cancelled'] as const;
const fromAny = (to: readonly Status[]): Record<Status, readonly Status[]> => ({
  pending: to,
  assigned: to,
  in_progress: to,
  completed: to,
  cancelled: to,
});
export const statusMoves: Record<Role, Record<Status, readonly Status[]>> = {
  admin: fromAny(statuses),
  technician: fromAny(byTechnician),
  auditor: fromAny([]),
};

export const requestTexts = {
  chooseStatus: 'Please select a status',
  chooseTechnician: 'Please select a technician',
  evidenceNeeded: 'Please collect client signature and rating to complete the case',
  signatureNeeded: 'Client signature is required to complete the case',
  ratingNeeded: 'Client rating (1-5 stars) is required to complete the case',
  signatureInvalid: 'The signature must be a PNG image',
  evidenceFrozen: 'This request is completed: its rating, feedback and signature cannot be changed',
  evidenceTooEarly: 'Rating, feedback and signature are given when the request is completed',
  dateOrder: 'Start date cannot be after end date',
} as const;

/** A signature travels as a PNG data URL of at most 200 kB. */
export const SIGNATURE_MAX_CHARS = 200_000;

/**
 * What is missing to complete a request (spec §5, technician update), in the order the texts are shown.
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

const NO_TRACKING_ID = 'Please enter a tracking ID like REQ-XXXXXXXXX-XXXXX';
/** REQ-XXXXXXXXX-XXXXX, in whatever way people write it down (spec §2 Track); comes out in this one. */
export const trackingId = z
  .string()
  .max(100, tooLong(NO_TRACKING_ID))
  .overwrite((text) => readTrackingId(text) ?? text)
  .regex(/^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$/, NO_TRACKING_ID);

/** A change of the status or of the assignee. Statuses by their value, people by their name; null stands for nobody. */
export const requestChange = z.object({
  at: time,
  /** Null when the customer did it: the submission itself. */
  by: z.string().nullable(),
  change: z.enum(['status', 'assignment']),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

/** What a customer gave for one completion, and who recorded it. It counts while the request stays completed. */
export const requestEvidence = z.object({
  rating: z.int().min(1).max(5),
  customer_notes: z.string().nullable(),
  signature: requestFile.nullable(),
  recorded_by: z.string().nullable(),
  recorded_at: time,
  current: z.boolean(),
});
