import type { PoolConfig } from 'pg';
import { type Database, databaseOn, openPool, type PoolFigures } from './db/pool.ts';
import { DomainError } from './lib/errors.ts';
import { createLane, type Lane } from './lib/lane.ts';

/** The connections of all reads together. Writes, sessions and the public pages have the others. */
const CONNECTIONS = 8;
/** The reads of one account that run at the same time, and those that may wait: all that several open screens ask for. */
const AT_ONCE = 3;
const WAITING = 30;
const RETRY_SECONDS = 1;
/** A page of this many rows is so much work for Node that an account reads one of them at a time. */
const LARGE_ROWS = 50;

const tooMany = () =>
  new DomainError('rate_limited', 'You are loading too much at once. Please try again.', undefined, RETRY_SECONDS);

export type Reads = {
  /**
   * Runs a read of an account, at once or after its reads before, with the database over connections that only reads use.
   * @param rows how many rows the caller asks for
   * @throws DomainError `rate_limited` when too many of its reads wait
   */
  run<T>(userId: number, rows: number, work: (db: Database) => Promise<T>): Promise<T>;
  pool: PoolFigures;
  close(): Promise<void>;
};

/** What bounds the reads of signed-in people in one instance (threats T51). */
export function openReads(
  connection: PoolConfig,
  options: { onError: (error: Error) => void; limited: boolean },
): Reads {
  const pool = openPool({ ...connection, max: CONNECTIONS, application_name: 'switchboard-reads' }, options.onError);
  const db = databaseOn(pool);
  /** The accounts that read now, with how many of their reads have not ended. */
  const accounts = new Map<number, { lane: Lane; large: Lane; reads: number }>();
  const laneOf = (atOnce: number) => createLane({ atOnce, waiting: WAITING, refusal: tooMany });

  async function inTurn<T>(userId: number, rows: number, work: () => Promise<T>): Promise<T> {
    const account = accounts.get(userId) ?? { lane: laneOf(AT_ONCE), large: laneOf(1), reads: 0 };
    accounts.set(userId, account);
    account.reads += 1;
    try {
      return await (rows < LARGE_ROWS ? account.lane(work) : account.large(() => account.lane(work)));
    } finally {
      account.reads -= 1;
      if (account.reads === 0) accounts.delete(userId);
    }
  }

  return {
    run: (userId, rows, work) => (options.limited ? inTurn(userId, rows, () => work(db)) : work(db)),
    pool,
    close: () => db.destroy(),
  };
}
