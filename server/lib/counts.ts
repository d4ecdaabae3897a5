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

/** The number of each of these statuses; 0 for one that has no row. */
export function countsOf<S extends string>(
  statuses: readonly S[],
  rows: readonly { status: string; n: number }[],
): Record<S, number> {
  const counts = new Map(rows.map(({ status, n }) => [status, n]));
  // Every status has an entry.
  return Object.fromEntries(statuses.map((status) => [status, counts.get(status) ?? 0])) as Record<S, number>;
}
