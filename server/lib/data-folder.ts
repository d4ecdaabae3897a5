import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where the parts of an installation lie inside its data folder (DATA_DIR). All but `postgres` are files of ours. */
export const dataFolder = (folder: string) => ({
  /** The stored files and their small pictures. */
  files: path.join(folder, 'files'),
  /** Mails, when there is no mail server. */
  mail: path.join(folder, 'mail'),
  auditKey: path.join(folder, 'audit.key'),
  checkpoints: path.join(folder, 'audit-checkpoints.jsonl'),
  installationId: path.join(folder, 'installation.id'),
  /** There while a restore is under way, or after one that was cut off: the folder holds a part of an installation. */
  unfinishedRestore: path.join(folder, 'restore.unfinished'),
});

/** @throws Error when a restore into the folder is under way or was cut off: what is there is a part of an installation */
export function refuseUnfinishedRestore(folder: string): void {
  if (!existsSync(dataFolder(folder).unfinishedRestore)) return;
  throw new Error(
    `the restore of a back-up into ${folder} has not ended. If it was cut off, empty that folder and restore again`,
  );
}
