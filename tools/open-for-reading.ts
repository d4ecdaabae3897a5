import { existsSync } from 'node:fs';
import path from 'node:path';
import { connectionOfRunning, startEmbedded } from '#server/db/embedded/embedded.ts';
import { FolderInUse } from '#server/db/embedded/lock.ts';
import { refuseUnfinishedRestore } from '#server/lib/data-folder.ts';
import type { Store } from '../server/db/open.ts';

/** Opens the database of DATA_DIR, with or without a running app, or that of DATABASE_URL. Does not migrate it. */
export async function openForReading(dataDir: string, databaseUrl: string | undefined): Promise<Omit<Store, 'owner'>> {
  refuseUnfinishedRestore(dataDir);
  const stop = async () => undefined;
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop };
  if (!existsSync(path.join(dataDir, 'postgres'))) throw new Error(`There is no database in ${dataDir}.`);
  try {
    const embedded = await startEmbedded({ dataDir, log: () => undefined });
    return { connection: embedded.connection, stop: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { connection: connectionOfRunning(dataDir), stop };
  }
}
