import type { Tx } from './transaction.ts';

/** The longest period of a counter, plus a margin for clocks that differ a little. */
const LONGEST_MS = 24 * 3_600_000 + 60_000;

/**
 * Removes expired counters of the limiter, and those that a wrong clock made last for years. Nothing reads them any more,
 * and each visitor leaves some.
 */
export async function deleteExpiredCounters(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('rate_limits')
    .where((row) =>
      row.or([row('expire', '<', String(now.getTime())), row('expire', '>', String(now.getTime() + LONGEST_MS))]),
    )
    .execute();
}
