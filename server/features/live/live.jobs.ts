import type { ScheduledJob } from '#server/deps.ts';
import { purgeMessages } from './live.service.ts';

export const liveJobs: readonly ScheduledJob[] = [{ name: 'live.old', cron: '*/10 * * * *', run: purgeMessages }];
