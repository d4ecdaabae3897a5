import { MATCHED_MAX } from '#contract/words/limits.ts';

/** A search stops counting after this many rows: one more than the largest exact count. */
export const COUNTED_MAX = MATCHED_MAX + 1;

/**
 * The counts of a paged answer.
 * @param found the number of matching rows; at most `COUNTED_MAX` when the count is bounded, as a search's is
 */
export function matchedOf(found: number, isBounded: boolean): { matched: number; more_match: boolean } {
  const more_match = isBounded && found > MATCHED_MAX;
  return { matched: more_match ? MATCHED_MAX : found, more_match };
}
