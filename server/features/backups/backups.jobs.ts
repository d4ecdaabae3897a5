import type { FeatureTask, ScheduledJob } from '#server/deps.ts';
import { BACKUP_TASK, beginDue, runBackup } from './backups.run.service.ts';

export const backupJobs: readonly ScheduledJob[] = [
  // Runs at the start as well: a server that was off at that time makes up for it.
  { name: 'backups.due', cron: '*/5 * * * *', atStart: true, run: beginDue },
];

// Its own queue, because a back-up may take longer than a schedule may.
export const backupTasks: readonly FeatureTask[] = [{ name: BACKUP_TASK, run: runBackup }];
