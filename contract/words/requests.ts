import type { Role } from './roles.ts';

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
  chooseRequests: 'Please select at least one request',
  tooManyRequests: 'At most 100 requests can be changed at once',
  chosenTwice: 'A request is in the list twice',
  dateOrder: 'Start date cannot be after end date',
} as const;

/** The time windows and the orders of the office's list (spec §2). */
export const periods = ['all', 'today', 'last_7_days', 'last_30_days', 'custom'] as const;
export const sorts = ['created_desc', 'created_asc'] as const;

/** The exceptions that the office looks at first. */
export const attentions = ['unassigned_emergency', 'long_pending', 'long_in_progress', 'low_rating'] as const;
export type Attention = (typeof attentions)[number];
