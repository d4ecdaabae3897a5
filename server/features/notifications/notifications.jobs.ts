import type { FeatureTask, ScheduledJob } from '#server/deps.ts';
import { FAN_OUT_TASK, fanOut, purgeNotifications } from './notifications.service.ts';

export const notificationJobs: readonly ScheduledJob[] = [
  { name: 'notifications.old', cron: '25 * * * *', run: purgeNotifications },
  // What a task has left because it failed again and again.
  { name: 'notifications.left', cron: '*/15 * * * *', run: fanOut },
];

export const notificationTasks: readonly FeatureTask[] = [{ name: FAN_OUT_TASK, run: fanOut }];
