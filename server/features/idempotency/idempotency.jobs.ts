import type { ScheduledJob } from '#server/deps.ts';
import { purgeKeys } from './idempotency.service.ts';

export const idempotencyJobs: readonly ScheduledJob[] = [
  { name: 'idempotency.keys', cron: '20 * * * *', run: purgeKeys },
];
