import type { PoolConfig } from 'pg';
import { type Database, databaseOn, openPool, type PoolFigures } from './db/pool.ts';
import { DomainError } from './lib/errors.ts';

/** The exports of this instance that may run at the same time, one for each account. Each has a connection. */
const AT_ONCE = 2;
const LONGEST_MS = 10 * 60_000;
const OWN_RUNS = 'Your last export is still running. Please try again when it has ended.';
const ALL_RUN = 'Other people are exporting right now. Please try again in a moment.';
const RETRY_SECONDS = 10;

/** Calls `end` when an export has taken too long. Returns a function that calls it off. */
export type Deadline = (end: () => void) => () => void;

const inTenMinutes: Deadline = (end) => {
  const timer = setTimeout(end, LONGEST_MS).unref();
  return () => clearTimeout(timer);
};

/** The turn of one export. */
export type Turn = {
  /** Aborted when the export has taken too long. */
  late: AbortSignal;
  /** Makes room for the next export. */
  end(): void;
};

export type Exports = {
  /** The database over connections that only exports use, so that they never take those of other calls. */
  db: Database;
  /**
   * Begins an export. The caller ends the turn.
   * @throws DomainError `rate_limited` while another export of this account runs, or too many of all accounts
   */
  begin(userId: number): Turn;
  pool: PoolFigures;
  close(): Promise<void>;
};

/** What bounds the exports of one instance (threats T64). */
export function openExports(
  connection: PoolConfig,
  options: { onError: (error: Error) => void; deadline?: Deadline | undefined },
): Exports {
  const { onError, deadline = inTenMinutes } = options;
  const pool = openPool({ ...connection, max: AT_ONCE, application_name: 'switchboard-exports' }, onError);
  const db = databaseOn(pool);
  const running = new Set<number>();
  return {
    db,
    begin(userId) {
      const refusal = running.has(userId) ? OWN_RUNS : running.size >= AT_ONCE ? ALL_RUN : null;
      if (refusal) throw new DomainError('rate_limited', refusal, undefined, RETRY_SECONDS);
      running.add(userId);
      const late = new AbortController();
      const callOff = deadline(() => late.abort());
      return {
        late: late.signal,
        end() {
          callOff();
          running.delete(userId);
        },
      };
    },
    pool,
    close: () => db.destroy(),
  };
}
