import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backUp } from '../server/backup/backup.ts';
import { restore } from '../server/backup/restore.ts';
import { type Config, readConfig } from '../server/config.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { openFiles } from '../server/files.ts';
import { dataFolder } from '../server/lib/data-folder.ts';
import { createLocalFileStore } from '../server/lib/file-store.ts';
import { openForReading } from './open-for-reading.ts';

/**
 * `npm run backup -- FOLDER [--verify]`: writes a back-up of DATA_DIR, with its database or that of DATABASE_URL, into a new folder
 * in FOLDER, beside the running app, and reads it back (docs/BACKUP.md). With --verify it also restores it into a folder in the
 * system's temporary folder, which it removes. Ends with 0 when the back-up is whole, with 1 when there is none.
 */
const VERIFY = '--verify';
const step = (line: string) => console.log(line);

/** Restores a back-up into a scratch folder with a PostgreSQL of its own. A restore compares every row. */
async function verify(from: string, { auditKey, backupPassphrase: passphrase }: Config): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'switchboard-verify-'));
  step('Restoring it into a scratch folder ...');
  try {
    const openDatabase = () => startEmbedded({ dataDir, log: () => undefined });
    await restore({
      from,
      dataDir,
      openFiles: () => createLocalFileStore(dataFolder(dataDir).files),
      named: null,
      openDatabase,
      auditKey,
      passphrase,
      step,
    });
  } catch (error) {
    throw new Error(`${from} does not restore: ${error instanceof Error ? error.message : error}`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(): Promise<void> {
  const [into, ...others] = process.argv.slice(2).filter((word) => word !== VERIFY);
  if (!into || others.length) throw new Error(`usage: npm run backup -- FOLDER [${VERIFY}]`);
  const config = readConfig(process.env);
  const { dataDir, databaseUrl, auditKey, backupPassphrase: passphrase } = config;
  const store = await openForReading(dataDir, databaseUrl);
  try {
    const { connection } = store;
    const files = await openFiles(config);
    const { folder: whole } = await backUp({
      dataDir,
      files,
      connection,
      into: path.resolve(into),
      auditKey,
      passphrase,
      step,
    });
    if (process.argv.includes(VERIFY)) await verify(whole, config);
    console.log(`The back-up is whole: ${whole}`);
  } finally {
    await store.stop();
  }
}

run()
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    console.error(`There is no new back-up to rely on: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
