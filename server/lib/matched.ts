import { MATCHED_MAX } from '#contract/words/limits.ts';

/** A search stops counting after this many rows: one more than the largest exact count. */
export const COUNTED_MAX = MATCHED_MAX + 1;

/**
 * The counts of a paged answer.
 * @param found the number of matching rows; at most one more than `max` when the count is bounded, as a search's is
 * @param max how far a bounded count goes
 */
export function matchedOf(found: number, isBounded: boolean, max = MATCHED_MAX) {
  const more_match = isBounded && found > max;
  return { matched: more_match ? max : found, more_match };
}
