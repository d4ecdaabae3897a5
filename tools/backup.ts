import path from 'node:path';
import { backUp } from '../server/backup/backup.ts';
import { readConfig } from '../server/config.ts';
import { openForReading } from './open-for-reading.ts';

/**
 * `npm run backup -- FOLDER`: writes a back-up of DATA_DIR, with its database or that of DATABASE_URL, into a new folder in
 * FOLDER, beside the running app (docs/BACKUP.md). Ends with 0 when it is whole, with 1 when there is none.
 */
async function run(): Promise<void> {
  const [into, ...others] = process.argv.slice(2);
  if (!into || others.length) throw new Error('Usage: npm run backup -- FOLDER');
  const { dataDir, databaseUrl, auditKey, backupPassphrase } = readConfig(process.env);
  const store = await openForReading(dataDir, databaseUrl);
  try {
    const { connection } = store;
    const step = (line: string) => console.log(line);
    const whole = await backUp({
      dataDir,
      connection,
      into: path.resolve(into),
      auditKey,
      passphrase: backupPassphrase,
      step,
    });
    console.log(`The back-up is whole: ${whole}`);
  } finally {
    await store.stop();
  }
}

run()
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    console.error(`No back-up was written: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
