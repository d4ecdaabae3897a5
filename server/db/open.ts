import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { grantToApp, roleOf } from './grants.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type WritableDatabase } from './pool.ts';

export type Store = {
  /** The connection of the app's role. */
  connection: PoolConfig;
  /** The connection of the role that owns the tables; equal to `connection` when DATABASE_OWNER_URL is not set. */
  owner: PoolConfig;
  stop(): Promise<void>;
};
/** `created`: the database had no table of Switchboard before this start. */
export type MigratedStore = Store & { created: boolean };

const MIGRATION_TIMEOUT = 10 * 60_000;
const FIRST_MIGRATION = '0001_initial';

/** The parts of a database address that a message may contain: never the password. */
function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

async function using<T>(connection: PoolConfig, run: (db: WritableDatabase) => Promise<T>): Promise<T> {
  const db = openDatabase({ ...connection, statement_timeout: MIGRATION_TIMEOUT, max: 2 }, () => undefined);
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Migrates as the owner, and gives the app's role its rights when the two roles differ.
 * @returns whether the database was empty
 */
async function migrated(
  { connection, owner }: Pick<Store, 'connection' | 'owner'>,
  step: (line: string) => void,
): Promise<boolean> {
  const role = await using(connection, roleOf);
  return using(owner, async (db) => {
    const names = await migrate(db);
    for (const name of names) step(`Database: ${name}`);
    if (role !== (await roleOf(db))) await grantToApp(db, role);
    return names.includes(FIRST_MIGRATION);
  });
}

/**
 * Opens and migrates the database of this instance: the one that DATABASE_URL names, or else the embedded one.
 * @throws Error with a clear message when the named one cannot be used; it never falls back to the embedded one
 */
export async function openStore(config: Config, step: (line: string) => void): Promise<MigratedStore> {
  if (!config.databaseUrl) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log: step });
    try {
      const created = await migrated(embedded, step);
      return { connection: embedded.connection, owner: embedded.owner, created, stop: () => embedded.stop() };
    } catch (error) {
      await embedded.stop();
      throw error;
    }
  }
  const connection = { connectionString: config.databaseUrl };
  const owner = config.databaseOwnerUrl ? { connectionString: config.databaseOwnerUrl } : connection;
  try {
    return { connection, owner, created: await migrated({ connection, owner }, step), stop: async () => undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
    throw new Error(`the database at DATABASE_URL (${withoutPassword(config.databaseUrl)}) cannot be used: ${reason}`);
  }
}
