import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigError } from '#server/config.ts';
import { inTime } from '#server/lib/patience.ts';

/** Where a folder lies behind symbolic links. The last parts of its path may not exist yet, or be on a disk in trouble. */
async function realPlaceOf(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  return realpath(folder).catch(async () =>
    parent === folder ? folder : path.join(await realPlaceOf(parent), path.basename(folder)),
  );
}

/**
 * Checks at boot where the back-ups go. A folder that is away prevents no start: its disk may come back. While it does not answer,
 * the paths are compared as they are written.
 * @param findPlace replaces the look at the disk, in tests
 * @throws ConfigError when BACKUP_DIR lies inside the data folder, with which the back-ups would be lost
 */
export async function refuseUnfitBackupDir(
  { backupDir, dataDir, patience }: Pick<Config, 'backupDir' | 'dataDir' | 'patience'>,
  findPlace = realPlaceOf,
): Promise<void> {
  if (backupDir === undefined) return;
  const [data, backups] = await inTime(
    Promise.all([findPlace(dataDir), findPlace(backupDir)]),
    patience.readinessMs,
  ).catch(() => [dataDir, backupDir] as const);
  const inside = path.relative(data, backups);
  if (inside === '' || (inside !== '..' && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside))) {
    throw new ConfigError(
      'Bad setting. BACKUP_DIR: lies inside DATA_DIR, and would be lost with it; choose a folder on another disk',
    );
  }
}
