import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';

export type Store = { connection: PoolConfig; stop(): Promise<void> };

const MIGRATION_TIMEOUT = 10 * 60_000;

/** What may be said of a database address in a message: never the password. */
function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

async function migrated(connection: PoolConfig, step: (line: string) => void): Promise<void> {
  const db = openDatabase({ ...connection, statement_timeout: MIGRATION_TIMEOUT, max: 2 }, () => undefined);
  try {
    for (const name of await migrate(db)) step(`Database: ${name}`);
  } finally {
    await db.destroy();
  }
}

/**
 * The database this instance works on, migrated: the one DATABASE_URL names, or else the embedded server's.
 * @throws Error with a clear message when the named one cannot be used; it never falls back to the embedded one
 */
export async function openStore(config: Config, step: (line: string) => void): Promise<Store> {
  if (!config.databaseUrl) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log: step });
    try {
      await migrated(embedded.connection, step);
    } catch (error) {
      await embedded.stop();
      throw error;
    }
    return { connection: embedded.connection, stop: () => embedded.stop() };
  }
  const connection = { connectionString: config.databaseUrl };
  try {
    await migrated(connection, step);
  } catch (error) {
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
    throw new Error(`the database at DATABASE_URL (${withoutPassword(config.databaseUrl)}) cannot be used: ${reason}`);
  }
  return { connection, stop: async () => undefined };
}
