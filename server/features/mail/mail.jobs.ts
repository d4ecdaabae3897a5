import type { ScheduledJob } from '#server/deps.ts';
import { purgeMails, sendDue } from './mail.send.service.ts';

export const mailJobs: readonly ScheduledJob[] = [
  // What waits for its next try, and what a killed instance left. A new mail does not wait for this: a message wakes the mailers.
  { name: 'mail.due', cron: '* * * * *', run: sendDue },
  { name: 'mail.old', cron: '50 * * * *', run: purgeMails },
];
