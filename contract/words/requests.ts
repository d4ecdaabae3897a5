import type { Role } from './roles.ts';

export const statuses = ['pending', 'assigned', 'in_progress', 'completed', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

/** The statuses of requests with work left to do. */
export const openStatuses = ['pending', 'assigned', 'in_progress'] as const satisfies readonly Status[];
/** The statuses of requests that a technician is working on or will work on. */
export const atHandStatuses = ['assigned', 'in_progress'] as const satisfies readonly Status[];
/** The statuses of requests that nobody has begun to work on. Cards count them together as pending (spec §2). */
export const waitingStatuses = ['pending', 'assigned'] as const satisfies readonly Status[];
/** The steps of a request that is not cancelled, in their order. */
export const stepStatuses = ['pending', 'assigned', 'in_progress', 'completed'] as const satisfies readonly Status[];

/** The number that cards show as pending. */
export const waitingOf = (counts: Record<(typeof waitingStatuses)[number], number>): number =>
  waitingStatuses.reduce((sum, status) => sum + counts[status], 0);

/** The rating filters of lists. `any` matches every rated request. */
export const ratingFilters = ['any', '1', '2', '3', '4', '5'] as const;
export type RatingFilter = (typeof ratingFilters)[number];

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** The labels on screens and in documents (spec §4). */
export const statusLabels: Record<Status, string> = {
  pending: 'Pending',
  assigned: 'Assigned',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
export const priorityLabels: Record<Priority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Emergency',
};
/** The priorities in the public form. Emergency, in any case, is stored as urgent. */
export const publicPriorities = ['low', 'medium', 'Emergency'] as const;
/** The priorities in the form when the office enters a request for a customer. */
export const officePriorities = ['low', 'medium', 'high', 'Emergency'] as const;

/** The status changes that each role may make (spec §4). The server's check and the drop-downs read this table. */
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

/** The status after an assignment: a pending request becomes assigned, any other status stays. */
export const statusOnAssign = (status: Status): Status => (status === 'pending' ? 'assigned' : status);

/** The status after an unassignment: work at hand waits for the dispatch again, any other status stays. */
export const statusOnUnassign = (status: Status): Status =>
  atHandStatuses.some((atHand) => atHand === status) ? 'pending' : status;

/** Names for the changed part of a request, in the message to someone who edited an older version: "Ada changed the status on ..." */
export const partNames = {
  assignment: 'the assignment',
  details: 'the details',
  status: 'the status',
  work_order: 'the work order',
} as const;
export type RequestPart = keyof typeof partNames;

export const requestTexts = {
  chooseStatus: 'Please select a status',
  chooseTechnician: 'Please select a technician',
  messageGone: 'The contact message does not exist any more',
  evidenceNeeded: 'Please collect client signature and rating to complete the case',
  signatureNeeded: 'Client signature is required to complete the case',
  ratingNeeded: 'Client rating (1-5 stars) is required to complete the case',
  signatureInvalid: 'The signature must be a PNG image',
  evidenceFrozen: 'This request is completed: its rating, feedback and signature cannot be changed',
  evidenceTooEarly: 'Rating, feedback and signature are given when the request is completed',
  signedNameNeeded: 'Please type the name of the person who signs',
  signedNameWithoutLetter: 'Please type a name with at least one letter',
  signatureTooSmall: 'This mark is too small to be a signature. Please sign across the line.',
  signedNameOnlyTyped: 'A name is given with a typed signature only',
  signatureKindAlone: 'There is no signature that was drawn or typed',
  unsignedKindNeeded: 'Please say whether the customer was absent or declined to sign',
  unsignedInProgress: 'Without a signature the request stays in progress',
  unsignedReasonNeeded: 'Please say why there is no signature',
  unsignedNotConfirmed: 'Please confirm that you were there and got no signature',
  chooseRequests: 'Please select at least one request',
  tooManyRequests: 'At most 100 requests can be changed at once',
  chosenTwice: 'A request is in the list twice',
  dateOrder: 'Start date cannot be after end date',
} as const;

/** How a customer signs. */
export const signatureKinds = ['drawn', 'typed'] as const;
export type SignatureKind = (typeof signatureKinds)[number];
/** Why a visit ended without a signature: the customer was absent or declined to sign. */
export const unsignedKinds = ['absent', 'declined'] as const;
export type UnsignedKind = (typeof unsignedKinds)[number];

/** The filter for requests whose service address names no town. The name of a town begins with a capital letter. */
export const NO_TOWN = 'none';
export const NO_TOWN_LABEL = 'No Town';

/** The periods and sort orders of the office's list (spec §2). Within a priority, the oldest come first. */
export const periods = ['all', 'today', 'last_7_days', 'last_30_days', 'custom'] as const;
export const sorts = ['created_desc', 'created_asc', 'priority'] as const;
export type Sort = (typeof sorts)[number];

/** The kinds of requests that need the office's attention first. */
export const attentionKinds = [
  'unassigned_emergency',
  'refused_work',
  'no_signature',
  'long_pending',
  'long_in_progress',
  'low_rating',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
/** The limits of these kinds. The server's conditions and the labels on screens read them. */
export const attentionLimits = {
  /** In office hours: how long a request may wait for an assignment. */
  pendingHours: 4,
  /** In days: how long work may be in progress. */
  progressDays: 2,
  /** In days: how long a low rating is news. */
  ratedDays: 7,
  /** Of 5 stars: the highest rating that is low. */
  lowRating: 2,
} as const;
