import type { Deps, ScheduledJob } from './deps.ts';
import { fileJobs } from './features/files/files.jobs.ts';
import { idempotencyJobs } from './features/idempotency/idempotency.jobs.ts';
import { notificationJobs } from './features/notifications/notifications.jobs.ts';
import { systemJobs } from './features/system/system.jobs.ts';
import { trackingJobs } from './features/tracking/tracking.jobs.ts';
import type { Schedule } from './jobs.ts';

const jobs: readonly ScheduledJob[] = [
  ...fileJobs,
  ...trackingJobs,
  ...idempotencyJobs,
  ...notificationJobs,
  ...systemJobs,
];

/** Every feature's scheduled jobs. One of the instances runs each occurrence. */
export const schedulesOf = (deps: Deps): Schedule[] =>
  jobs.map(({ run, ...when }) => ({ ...when, run: (stopping) => run(deps, stopping) }));
