import { MATCHED_MAX } from '#contract/words/limits.ts';

/** A search stops counting after this many rows: one more than the largest exact count. */
export const COUNTED_MAX = MATCHED_MAX + 1;

/**
 * The counts of a paged answer.
 * @param found the number of matching rows; of a search at most `COUNTED_MAX`
 */
export function matchedOf(found: number, search: string | undefined): { matched: number; more_match: boolean } {
  const more_match = search !== undefined && found > MATCHED_MAX;
  return { matched: more_match ? MATCHED_MAX : found, more_match };
}
