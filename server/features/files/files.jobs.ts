import type { ScheduledJob } from '#server/deps.ts';
import { emptyTrash, sweepOrphans, sweepUnfinished } from './files.sweep.service.ts';

/** Moves files without a row to the trash, and deletes them after 30 days. */
export const fileJobs: readonly ScheduledJob[] = [
  // Runs at the start as well, so that the log reports a wrong database at once.
  { name: 'files.orphans', cron: '0 * * * *', atStart: true, run: sweepOrphans },
  { name: 'files.trash', cron: '5 * * * *', run: emptyTrash },
  { name: 'files.unfinished', cron: '10 * * * *', run: sweepUnfinished },
];
