import type { AttentionKind } from '#contract/words/requests.ts';

/** What the office looks at first, after its count. */
export const attentionLabels: Record<AttentionKind, string> = {
  unassigned_emergency: 'Emergency, not assigned',
  no_signature: 'No signature: customer absent or declined',
  long_pending: 'Pending for over 4 office hours',
  long_in_progress: 'In progress for over 2 days',
  low_rating: 'Rated 1 or 2: last week, or reopened',
};
