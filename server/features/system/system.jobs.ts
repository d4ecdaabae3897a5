import { deleteExpiredCounters } from '#server/db/rate-limits.ts';
import type { ScheduledJob } from '#server/deps.ts';

export const systemJobs: readonly ScheduledJob[] = [
  {
    name: 'system.counters',
    cron: '30 * * * *',
    run: (deps) => deps.autocommit((tx) => deleteExpiredCounters(tx, deps.now())),
  },
];
