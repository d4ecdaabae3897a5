import type { ScheduledJob } from '#server/deps.ts';
import { purgeLinks } from './auth.links.service.ts';
import { purgeEndedSessions } from './auth.service.ts';

export const authJobs: readonly ScheduledJob[] = [
  { name: 'auth.links', cron: '40 * * * *', run: purgeLinks },
  { name: 'auth.ended_sessions', cron: '43 4 * * *', run: purgeEndedSessions },
];
