import path from 'node:path';
import { restore } from '../server/backup/restore.ts';
import { readConfig } from '../server/config.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';

/**
 * `npm run restore -- FOLDER/TIME`: fills an empty DATA_DIR, and its database or the empty one of DATABASE_URL, from a back-up
 * (docs/BACKUP.md). Ends with 0 when the installation is whole, with 1 when nothing was restored.
 */
async function run(): Promise<void> {
  const [from, ...others] = process.argv.slice(2);
  if (!from || others.length) throw new Error('Usage: npm run restore -- FOLDER/TIME');
  const { dataDir, databaseUrl, databaseOwnerUrl, auditKey, backupPassphrase } = readConfig(process.env);
  const step = (line: string) => console.log(line);
  const named = databaseUrl ? { connectionString: databaseOwnerUrl ?? databaseUrl } : null;
  const { at } = await restore({
    from: path.resolve(from),
    dataDir,
    named,
    openDatabase: async () =>
      named && databaseUrl
        ? { connection: { connectionString: databaseUrl }, owner: named, stop: async () => undefined }
        : startEmbedded({ dataDir, log: step }),
    auditKey,
    passphrase: backupPassphrase,
    step,
  });
  console.log(`Restored: the installation as it was at ${at}, in ${dataDir}. Start it with npm start.`);
}

run()
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    console.error(`Nothing was restored: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
