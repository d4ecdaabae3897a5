import { Kysely, PostgresDialect } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { patienceOf } from '../lib/patience.ts';
import type { DB } from './database.ts';
import { endWhenSilent } from './silence.ts';
import { nameStatements } from './statement-names.ts';
import { timeLimitsOf } from './time-limits.ts';

/** Full access to the database: for migrations, the start, tools and tests. */
export type WritableDatabase = Kysely<DB>;

/** Read access to the database, inside a transaction or outside. Writes need a transaction (transaction.ts). */
export type Database = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom' | 'with' | 'executeQuery' | 'getExecutor'>;

/** How many connections a pool has, and how many calls wait for one. */
export type PoolFigures = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & { options: { max: number } };

/**
 * What a name without a schema means on every connection: PostgreSQL's own objects first, then the product's. Settings of the database or of
 * a role could say otherwise, and name tables that look like the product's.
 */
export const SEARCH_PATH = 'public, pg_temp';

const usual = patienceOf();
/** The server needs up to this long to report a statement that exceeded its time-out. */
const GRACE_MS = 1_000;

/**
 * Opens the pool. No query may run longer than 5 s, unless the connection says otherwise (`timeLimitsOf`). A connection that is
 * silent for a second longer is replaced, and its statements fail. A tool that works for minutes sets `statement_timeout: 0`.
 * @param onError called for each connection that breaks; the pool replaces it
 */
export function openPool(connection: PoolConfig, onError: (error: Error) => void): pg.Pool {
  const statementTimeout = Number(connection.statement_timeout ?? usual.statementMs);
  const pool = new pg.Pool({
    max: 12,
    // Statements that are sent without waiting for each other travel together (shared-connection.ts).
    pipeline: true,
    // Idle connections are closed before they count as silent.
    idleTimeoutMillis: statementTimeout || usual.statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: usual.statementMs,
    application_name: 'switchboard',
    ...timeLimitsOf(usual),
    ...connection,
  });
  // A connection may also break between two queries of a transaction. The pool does not listen then, and an error event
  // without a listener ends the process.
  pool.on('connect', (client) => {
    // The pool's end does not wait until the server has closed the connections: its shutdown is no news then.
    client.on('error', (error) => !pool.ending && onError(error));
    nameStatements(client);
    if (statementTimeout) endWhenSilent(client, statementTimeout + GRACE_MS);
    // Sent before the first statement. A connection on which names mean something else is of no use.
    client.query(`set search_path = ${SEARCH_PATH}`).catch((error: Error) => client.connection.stream.destroy(error));
  });
  pool.on('error', () => undefined);
  return pool;
}

/** The query builder on a pool; destroying it ends the pool. */
export const databaseOn = (pool: pg.Pool): WritableDatabase =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

export const openDatabase = (connection: PoolConfig, onError: (error: Error) => void): WritableDatabase =>
  databaseOn(openPool(connection, onError));
