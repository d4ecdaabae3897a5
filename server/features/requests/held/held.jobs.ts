import type { ScheduledJob } from '#server/deps.ts';
import { expireHeld } from './held.service.ts';

export const heldJobs: readonly ScheduledJob[] = [{ name: 'requests.held', cron: '40 * * * *', run: expireHeld }];
