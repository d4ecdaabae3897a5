import type { Database } from './pool.ts';

/** Removes the limiter's counters whose time is over: nothing reads them any more, and each visitor leaves some. */
export async function deleteExpiredCounters(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', String(now.getTime())).execute();
}
