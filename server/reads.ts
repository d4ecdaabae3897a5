import type { PoolConfig } from 'pg';
import { type Database, databaseOn, openPool, type PoolFigures } from './db/pool.ts';
import { type ApiKey, readerOf, type Staff } from './lib/actor.ts';
import { DomainError } from './lib/errors.ts';
import { createLanes } from './lib/lane.ts';

/** The connections of all reads together. Writes, sessions and the public pages have the others. */
const CONNECTIONS = 8;
/** The reads of one account, or of one API key, that run at the same time, and those that may wait: all that several open screens ask for. */
const AT_ONCE = 3;
const WAITING = 30;
const RETRY_SECONDS = 1;
/** A page of this many rows is so much work for Node that an account reads one of them at a time. */
const LARGE_ROWS = 50;

const tooMany = () =>
  new DomainError('rate_limited', 'You are loading too much at once. Please try again.', undefined, RETRY_SECONDS);

/** An account or an API key. */
type Reader = Pick<Staff | ApiKey, 'kind' | 'id'>;

export type Reads = {
  /**
   * Runs a read of an account or a key, at once or after its reads before, with the database over connections that only reads use.
   * @param rows how many rows the caller asks for
   * @throws DomainError `rate_limited` when too many of its reads wait
   */
  run<T>(reader: Reader, rows: number, work: (db: Database) => Promise<T>): Promise<T>;
  pool: PoolFigures;
  close(): Promise<void>;
};

/** What bounds the reads of signed-in people and of API keys in one instance (threats T51). */
export function openReads(
  connection: PoolConfig,
  options: { onError: (error: Error) => void; limited: boolean },
): Reads {
  const pool = openPool({ ...connection, max: CONNECTIONS, application_name: 'switchboard-reads' }, options.onError);
  const db = databaseOn(pool);
  const lanesOf = (atOnce: number) => createLanes({ atOnce, waiting: WAITING, refusal: tooMany });
  const all = lanesOf(AT_ONCE);
  const large = lanesOf(1);

  function inTurn<T>(reader: Reader, rows: number, work: () => Promise<T>): Promise<T> {
    const name = readerOf(reader);
    return rows < LARGE_ROWS ? all(name)(work) : large(name)(() => all(name)(work));
  }

  return {
    run: (reader, rows, work) => (options.limited ? inTurn(reader, rows, () => work(db)) : work(db)),
    pool,
    close: () => db.destroy(),
  };
}
