import type { ScheduledJob } from '#server/deps.ts';
import { purgeViews } from './tracking.service.ts';

export const trackingJobs: readonly ScheduledJob[] = [{ name: 'tracking.views', cron: '15 * * * *', run: purgeViews }];
