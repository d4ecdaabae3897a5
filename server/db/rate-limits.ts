import type { Tx } from './transaction.ts';

/** The longest that anything is counted, and clocks that differ a little. */
const LONGEST_MS = 24 * 3_600_000 + 60_000;

/**
 * Removes the limiter's counters whose time is over, and those that a wrong clock made last for years: nothing reads them
 * any more, and each visitor leaves some.
 */
export async function deleteExpiredCounters(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('rate_limits')
    .where((row) =>
      row.or([row('expire', '<', String(now.getTime())), row('expire', '>', String(now.getTime() + LONGEST_MS))]),
    )
    .execute();
}
