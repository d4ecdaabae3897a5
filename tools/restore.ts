import { existsSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from '../server/backup/backup-error.ts';
import { restore } from '../server/backup/restore.ts';
import { type Config, readConfig } from '../server/config.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { checkpointFolder } from '../server/features/audit/seal/copies.service.ts';
import { auditFiles } from '../server/features/audit/seal/outside.service.ts';
import { openFiles } from '../server/files.ts';
import { readKeyFile } from '../server/lib/key-file.ts';
import { root } from '../server/lib/root.ts';
import { openBucketLines } from '../server/lib/s3-lines.ts';

/** The newest checkpoint of the second place, and what to do with those that are there. Null when there is none. */
async function secondPlace(config: Config) {
  const { checkpointCopy: copy, key } = auditFiles(config);
  if (copy) return { newest: await copy.last(), place: copy.path, how: 'Move that file away and keep it' };
  const auditKey = config.auditKey ?? (await readKeyFile(key));
  if (!config.bucket || !auditKey) return null;
  const folder = checkpointFolder(auditKey);
  const lines = await openBucketLines(config.bucket, folder, { silenceMs: config.patience.storeMs });
  const place = `${folder} of ${lines.place}`;
  return { newest: await lines.newest(), place, how: 'Move those objects away and keep them' };
}

/** Tells when the second place of the checkpoints has newer ones: a trail that is older than its checkpoints is not sealed. */
async function tellOfCheckpoints(config: Config): Promise<void> {
  const there = await secondPlace(config);
  if (!there?.newest || there.newest === (await auditFiles(config).checkpoints.last())) return;
  console.log(
    `Checkpoints of what came after the back-up are in ${there.place}. ${there.how}: until then the audit trail is not sealed.`,
  );
}

/** A word as a shell takes it. */
const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** What starts the product on this data folder: npm, or the program of an unpacked archive (tools/pack.ts). */
function startOf(dataDir: string): string {
  const program = path.join(root, 'switchboard');
  return `DATA_DIR=${quoted(dataDir)} ${existsSync(program) ? `${quoted(program)} start` : 'npm start'}`;
}

/**
 * `npm run restore -- FOLDER/TIME`: fills an empty DATA_DIR, and its database or the empty one of DATABASE_URL, from a back-up
 * (docs/BACKUP.md). Ends with 0 when the installation is whole, with 1 when not.
 */
async function run(): Promise<void> {
  const [from, ...others] = process.argv.slice(2);
  if (!from || others.length) throw new Error('usage: npm run restore -- FOLDER/TIME');
  const config = readConfig(process.env);
  const { dataDir, databaseUrl, databaseOwnerUrl, auditKey, backupPassphrase } = config;
  const step = (line: string) => console.log(line);
  const named = databaseUrl ? { connectionString: databaseOwnerUrl ?? databaseUrl } : null;
  const { at } = await restore({
    from: path.resolve(from),
    dataDir,
    openFiles: () => openFiles(config),
    named,
    openDatabase: async () =>
      named && databaseUrl
        ? { connection: { connectionString: databaseUrl }, owner: named, stop: async () => undefined }
        : startEmbedded({ dataDir, log: step }),
    auditKey,
    passphrase: backupPassphrase,
    step,
  });
  await tellOfCheckpoints(config);
  console.log(
    `Restored: the installation as it was at ${at}. Its first start seals the last entries of the trail: verify the trail after it. ` +
      `With the settings of this restore, start it by\n${startOf(dataDir)}`,
  );
}

run()
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : error;
    // Other errors may come after the rows were committed. The data folder is empty again then.
    if (error instanceof BackupError || !process.env.DATABASE_URL) console.error(`Nothing was restored: ${reason}`);
    else
      console.error(
        `The restore failed: ${reason}\nWhen the database at DATABASE_URL has tables now, make it anew before the next try.`,
      );
    process.exit(1);
  });
