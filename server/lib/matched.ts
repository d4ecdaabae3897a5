import { MATCHED_MAX } from '#contract/words/limits.ts';

/** How many rows a search reads before it stops counting: one more than it says exactly. */
export const COUNTED_MAX = MATCHED_MAX + 1;

/**
 * What a paged answer says of its matches.
 * @param found all of them, or of a search at most `COUNTED_MAX`
 */
export function matchedOf(found: number, search: string | undefined): { matched: number; more_match: boolean } {
  const more_match = search !== undefined && found > MATCHED_MAX;
  return { matched: more_match ? MATCHED_MAX : found, more_match };
}
