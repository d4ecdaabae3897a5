import { sql } from 'kysely';
import type { Log } from '../lib/log.ts';
import type { Database } from './pool.ts';

const EVERY_MS = 60_000;
/** A larger difference between the clocks is logged as a warning. */
const WRONG_MS = 30_000;

export type Clock = { now(): Date; refresh(): Promise<void>; stop(): void };

/**
 * The database's time. Instances on one database compare times, and their machines' clocks may differ. The
 * difference to this machine's clock is measured once a minute.
 * @param machine this machine's clock, in milliseconds since 1970
 */
export async function createClock(db: Database, log: Log, machine: () => number = Date.now): Promise<Clock> {
  let ahead = 0;
  async function refresh(): Promise<void> {
    const before = machine();
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const [row] = rows;
    if (!row) return;
    const measured = row.now.getTime() - (before + machine()) / 2;
    if (Math.abs(measured) > WRONG_MS && Math.abs(measured - ahead) > WRONG_MS) {
      log.warn({ seconds: Math.round(measured / 1000) }, 'the clocks of this machine and of the database differ');
    }
    ahead = measured;
  }
  await refresh();
  const timer = setInterval(
    () => refresh().catch((error: unknown) => log.warn({ err: error }, 'the time of the database could not be read')),
    EVERY_MS,
  ).unref();
  return { now: () => new Date(machine() + ahead), refresh, stop: () => clearInterval(timer) };
}
