import { Kysely, PostgresDialect } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import type { DB } from './database.ts';

export type Database = Kysely<DB>;

/**
 * Opens the pool and the query builder on it. No query may run, and no transaction idle, longer than 5 s.
 * @param onError told of connections that break; the pool replaces them by itself
 */
export function openPool(connection: PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 4_000,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 5_000,
    application_name: 'switchboard',
    ...connection,
  });
  // A connection may also break while it is in use, between two queries of a transaction: the pool does not listen then,
  // and an error event that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  return pool;
}

/** The query builder on a pool; destroying it ends the pool. */
export const databaseOn = (pool: pg.Pool): Database => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

export const openDatabase = (connection: PoolConfig, onError: (error: Error) => void): Database =>
  databaseOn(openPool(connection, onError));
