import type { AttentionKind } from '#contract/words/requests.ts';

/** What the office looks at first, after its count. */
export const attentionLabels: Record<AttentionKind, string> = {
  unassigned_emergency: 'Emergency, not assigned',
  no_signature: 'No signature: customer absent or declined',
  long_pending: 'Pending for over 4 office hours',
  long_in_progress: 'In progress for over 2 days',
  low_rating: 'Low rating: 1 or 2 stars',
};

/** What a label alone does not say of the requests behind it. */
export const attentionHints: Partial<Record<AttentionKind, string>> = {
  low_rating:
    'Completed in the last 7 days. One that a technician reopened stays here until the office assigns it or sets its status.',
};
