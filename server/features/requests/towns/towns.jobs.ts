import type { ScheduledJob } from '#server/deps.ts';
import { readTowns } from './towns.service.ts';

export const townJobs: readonly ScheduledJob[] = [
  // Runs at the start as well, so that the requests of an earlier version have towns soon.
  { name: 'requests.towns', cron: '* * * * *', atStart: true, run: readTowns },
];
