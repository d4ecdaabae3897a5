import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { refuseUnfinishedRestore } from '../lib/data-folder.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { timeLimitsOf } from './time-limits.ts';

export type Store = {
  /** The connection of the app's role. */
  connection: PoolConfig;
  /** The connection of the role that owns the tables; equal to `connection` when DATABASE_OWNER_URL is not set. */
  owner: PoolConfig;
  stop(): Promise<void>;
};
/** `created`: the database had no table of Switchboard before this start. */
export type MigratedStore = Store & { created: boolean };

/** The parts of a database address that a message may contain: never the password. */
function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

/**
 * Opens and migrates the database of this instance: the one that DATABASE_URL names, or else the embedded one.
 * @param options.step prints a line for the operator
 * @param options.meanwhile is called while the embedded PostgreSQL starts, for work that needs no database
 * @throws Error with a clear message when the named one cannot be used; it never falls back to the embedded one
 */
export async function openStore(
  config: Config,
  { step, meanwhile = () => undefined }: { step: (line: string) => void; meanwhile?: () => void },
): Promise<MigratedStore> {
  refuseUnfinishedRestore(config.dataDir);
  // What speaks to the database is loaded while it starts too.
  const prepare = async (store: Pick<Store, 'connection' | 'owner'>) =>
    (await import('./prepare.ts')).prepareDatabase(store, step);
  const limits = timeLimitsOf(config.patience);
  if (!config.databaseUrl) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log: step, onLaunch: meanwhile });
    const connection = { ...embedded.connection, ...limits };
    const owner = { ...embedded.owner, ...limits };
    try {
      return { connection, owner, created: await prepare({ connection, owner }), stop: () => embedded.stop() };
    } catch (error) {
      await embedded.stop();
      throw error;
    }
  }
  const connection = { connectionString: config.databaseUrl, ...limits };
  const owner = config.databaseOwnerUrl ? { connectionString: config.databaseOwnerUrl, ...limits } : connection;
  try {
    return { connection, owner, created: await prepare({ connection, owner }), stop: async () => undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
    throw new Error(`the database at DATABASE_URL (${withoutPassword(config.databaseUrl)}) cannot be used: ${reason}`);
  }
}
