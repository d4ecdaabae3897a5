import type { Deps } from '#server/deps.ts';
import { latestAt } from '#server/lib/ahead.ts';
import * as repo from './backups.repo.ts';

type Folder = Pick<Deps, 'config' | 'db' | 'now' | 'shelf'>;

/**
 * Looks at the folder of the backups.
 * @returns `problem`: why no backup can be made here at this moment; null when one can, or when no folder is set. `has_own_disk`: null
 * while that is not known.
 */
export async function lookAtFolder({ config, db, now, shelf }: Folder) {
  const [problem = null, has_own_disk = null] = [await shelf?.problem(), await shelf?.hasOwnDisk()];
  if (problem !== null || has_own_disk !== false) return { problem, has_own_disk };
  const last = await repo.findLast(db, 'made', latestAt(now()));
  const isLost = last?.has_own_disk === true && last.place === config.backupDir;
  return { problem: isLost ? ('unmounted' as const) : null, has_own_disk };
}

/** Logs an error when no back-up can be made here. Its folder may come back, so the app starts all the same. */
export async function warnOfFolder(deps: Folder & Pick<Deps, 'log'>): Promise<void> {
  const { problem } = await lookAtFolder(deps);
  if (problem) deps.log.error({ folder: deps.config.backupDir, problem }, 'no back-up can be made in BACKUP_DIR');
}
