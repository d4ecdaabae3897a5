import { type AttentionKind, attentionLimits } from '#contract/words/requests.ts';

const { pendingHours, progressDays, ratedDays, lowRating } = attentionLimits;
const lowRatings = Array.from({ length: lowRating }, (_, index) => String(index + 1));
/** "1 or 2" */
const lowText = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(lowRatings);

/** What the office looks at first, after its count. */
export const attentionLabels: Record<AttentionKind, string> = {
  unassigned_emergency: 'Emergency, not assigned',
  refused_work: 'Work of a technician, not saved',
  no_signature: 'No signature: customer absent or declined',
  long_pending: `Pending for over ${pendingHours} office hours`,
  long_in_progress: `In progress for over ${progressDays} days`,
  low_rating: `Low rating: ${lowText} stars`,
};

/** What a label alone does not say of the requests behind it. */
export const attentionHints: Partial<Record<AttentionKind, string>> = {
  refused_work: 'It came after the request had gone to someone else. Open the request to save or discard it.',
  low_rating: `Completed in the last ${ratedDays} days. One that a technician reopened stays here until the office assigns it or sets its status.`,
};
