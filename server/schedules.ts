import type { Deps, FeatureTask, ScheduledJob } from './deps.ts';
import { auditTasks } from './features/audit/verify/verify.jobs.ts';
import { authJobs } from './features/auth/auth.jobs.ts';
import { backupJobs, backupTasks } from './features/backups/backups.jobs.ts';
import { fileJobs } from './features/files/files.jobs.ts';
import { idempotencyJobs } from './features/idempotency/idempotency.jobs.ts';
import { liveJobs } from './features/live/live.jobs.ts';
import { mailJobs } from './features/mail/mail.jobs.ts';
import { notificationJobs, notificationTasks } from './features/notifications/notifications.jobs.ts';
import { reportJobs, reportTasks } from './features/reports/reports.jobs.ts';
import { heldJobs } from './features/requests/held/held.jobs.ts';
import { townJobs } from './features/requests/towns/towns.jobs.ts';
import { systemJobs } from './features/system/system.jobs.ts';
import { trackingJobs } from './features/tracking/tracking.jobs.ts';
import type { Schedule, Task } from './jobs.ts';

const jobs: readonly ScheduledJob[] = [
  ...fileJobs,
  ...trackingJobs,
  ...idempotencyJobs,
  ...notificationJobs,
  ...mailJobs,
  ...authJobs,
  ...liveJobs,
  ...reportJobs,
  ...townJobs,
  ...heldJobs,
  ...systemJobs,
  ...backupJobs,
];

/** Schedules of earlier releases that this one removed. A start deletes no others, because a newer release may have added them. */
export const retiredSchedules: readonly string[] = ['mail.due'];

/** Every feature's scheduled jobs. One of the instances runs each occurrence. */
export const schedulesOf = (deps: Deps): Schedule[] =>
  jobs.map(({ run, ...when }) => ({ ...when, run: (stopping) => run(deps, stopping) }));

const tasks: readonly FeatureTask[] = [...auditTasks, ...backupTasks, ...notificationTasks, ...reportTasks];

/** Every feature's tasks. One of the instances runs each that is sent. */
export const tasksOf = (deps: Deps): Task[] =>
  tasks.map(({ name, run }) => ({ name, run: (stopping) => run(deps, stopping) }));
