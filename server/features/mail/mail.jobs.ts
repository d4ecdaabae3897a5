import type { ScheduledJob } from '#server/deps.ts';
import { purgeMails } from './mail.send.service.ts';

export const mailJobs: readonly ScheduledJob[] = [{ name: 'mail.old', cron: '50 * * * *', run: purgeMails }];
