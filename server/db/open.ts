import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';

export type Store = { connection: PoolConfig; stop(): Promise<void> };
/** `created`: the database had no table of ours before this start. */
export type MigratedStore = Store & { created: boolean };

const MIGRATION_TIMEOUT = 10 * 60_000;
const FIRST_MIGRATION = '0001_initial';

/** What may be said of a database address in a message: never the password. */
function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

/** Brings the database up to date; answers whether it was an empty one. */
async function migrated(connection: PoolConfig, step: (line: string) => void): Promise<boolean> {
  const db = openDatabase({ ...connection, statement_timeout: MIGRATION_TIMEOUT, max: 2 }, () => undefined);
  try {
    const names = await migrate(db);
    for (const name of names) step(`Database: ${name}`);
    return names.includes(FIRST_MIGRATION);
  } finally {
    await db.destroy();
  }
}

/**
 * The database this instance works on, migrated: the one DATABASE_URL names, or else the embedded server's.
 * @throws Error with a clear message when the named one cannot be used; it never falls back to the embedded one
 */
export async function openStore(config: Config, step: (line: string) => void): Promise<MigratedStore> {
  if (!config.databaseUrl) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log: step });
    try {
      const created = await migrated(embedded.connection, step);
      return { connection: embedded.connection, created, stop: () => embedded.stop() };
    } catch (error) {
      await embedded.stop();
      throw error;
    }
  }
  const connection = { connectionString: config.databaseUrl };
  try {
    return { connection, created: await migrated(connection, step), stop: async () => undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
    throw new Error(`the database at DATABASE_URL (${withoutPassword(config.databaseUrl)}) cannot be used: ${reason}`);
  }
}
