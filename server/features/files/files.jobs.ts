import type { ScheduledJob } from '#server/deps.ts';
import { emptyTrash, sweepOrphans, sweepUnfinished } from './files.sweep.service.ts';

/** Files that no row names go to the trash, and out of it after 30 days. */
export const fileJobs: readonly ScheduledJob[] = [
  // At the start as well: the log tells at once when the database is the wrong one.
  { name: 'files.orphans', cron: '0 * * * *', atStart: true, run: sweepOrphans },
  { name: 'files.trash', cron: '5 * * * *', run: emptyTrash },
  { name: 'files.unfinished', cron: '10 * * * *', run: sweepUnfinished },
];
