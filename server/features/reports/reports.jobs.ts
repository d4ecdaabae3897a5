import type { FeatureTask, ScheduledJob } from '#server/deps.ts';
import { mailMonth } from './reports.monthly.service.ts';
import { keepFigures, repairFigures, UPKEEP_TASK } from './reports.upkeep.service.ts';

export const reportJobs: readonly ScheduledJob[] = [
  // Runs at the start as well, so that a new installation and one of an earlier version have figures soon.
  { name: 'reports.figures', cron: '* * * * *', atStart: true, run: keepFigures },
  // Once a day, in UTC like every schedule: it works beside the calls and nobody waits for it, so no business's night is needed.
  { name: 'reports.verify', cron: '35 3 * * *', run: repairFigures },
  { name: 'reports.monthly', cron: '0 * * * *', run: mailMonth },
];

export const reportTasks: readonly FeatureTask[] = [{ name: UPKEEP_TASK, run: keepFigures }];
