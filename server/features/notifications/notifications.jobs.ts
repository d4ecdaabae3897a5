import type { ScheduledJob } from '#server/deps.ts';
import { purgeNotifications } from './notifications.service.ts';

export const notificationJobs: readonly ScheduledJob[] = [
  { name: 'notifications.old', cron: '25 * * * *', run: purgeNotifications },
];
