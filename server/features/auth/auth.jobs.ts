import type { ScheduledJob } from '#server/deps.ts';
import { purgeLinks } from './auth.links.service.ts';

export const authJobs: readonly ScheduledJob[] = [{ name: 'auth.links', cron: '40 * * * *', run: purgeLinks }];
