import { rm } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { claimKey, databaseKeyMark } from '#server/db/installation.ts';
import type { WritableDatabase } from '#server/db/pool.ts';
import { dataFolder } from '#server/lib/data-folder.ts';
import { ensureKeyFile, keyMark, readKeyFile } from '#server/lib/key-file.ts';
import { createLineFile } from '#server/lib/line-file.ts';
import type { Log } from '#server/lib/log.ts';
import { hasSeals } from './seal.repo.ts';

/** The files of the audit trail that are out of reach for a person with access to the database. */
export const auditFiles = ({ dataDir, auditCheckpointCopy }: Pick<Config, 'dataDir' | 'auditCheckpointCopy'>) => ({
  key: dataFolder(dataDir).auditKey,
  checkpoints: createLineFile(dataFolder(dataDir).checkpoints),
  // A second place is laid out as a data folder is.
  checkpointCopy: auditCheckpointCopy ? createLineFile(dataFolder(auditCheckpointCopy).checkpoints) : null,
});

/**
 * The key that seals the trail: from the setting, or from the file in the data folder, which the first start makes. Logs an error when it is not
 * the one of the other instances.
 * @throws Error when it is missing although the database has one: a new key would begin a second trail unnoticed
 */
export async function openAuditKey(
  config: Pick<Config, 'dataDir' | 'auditCheckpointCopy' | 'auditKey'>,
  db: WritableDatabase,
  log: Pick<Log, 'error'>,
): Promise<Buffer> {
  const file = auditFiles(config).key;
  const missing = () =>
    new Error(
      `${file} is missing, and the audit trail in the database was sealed with it. Restore it from a backup, or set AUDIT_KEY: to ` +
        'the same key for all instances on one database.',
    );
  const key = config.auditKey ?? (await readKeyFile(file));
  if (key) {
    if (!(await claimKey(db, keyMark(key)))) {
      log.error(
        {},
        'the key of the audit trail is not that of the other instances: set AUDIT_KEY to the same key for all of them',
      );
    }
    return key;
  }
  if ((await hasSeals(db)) || (await databaseKeyMark(db))) throw missing();
  const made = await ensureKeyFile(file);
  if (await claimKey(db, keyMark(made))) return made;
  // Another instance with a folder of its own was faster.
  await rm(file);
  throw missing();
}
