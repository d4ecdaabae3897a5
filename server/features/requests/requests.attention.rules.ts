import { type AttentionKind, attentionLimits } from '#contract/words/requests.ts';

/** A kind of attention, with the instant that decides about it. */
export type AttentionFilter =
  | { kind: 'unassigned_emergency' | 'refused_work' | 'no_signature' }
  | { kind: 'long_pending' | 'long_in_progress'; before: Date }
  | { kind: 'low_rating'; since: Date };

/**
 * The condition of a kind of attention.
 * @param waitedBefore the instant since which `attentionLimits.pendingHours` office hours have passed; null when the office is never open
 */
export function attentionFilter(kind: AttentionKind, now: Date, waitedBefore: Date | null): AttentionFilter {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  switch (kind) {
    case 'unassigned_emergency':
    case 'refused_work':
    case 'no_signature':
      return { kind };
    case 'long_pending':
      // An office that is never open makes nobody wait.
      return { kind, before: waitedBefore ?? new Date(0) };
    case 'long_in_progress':
      return { kind, before: daysAgo(attentionLimits.progressDays) };
    case 'low_rating':
      return { kind, since: daysAgo(attentionLimits.ratedDays) };
  }
}
