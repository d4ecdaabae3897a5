import type { RequestPriority } from '#server/db/database.ts';
import { seasonal } from './calendar.ts';
import type { Random } from './random.ts';
import { exterior } from './work/exterior.ts';
import { interior } from './work/interior.ts';
import type { Job, SiteKind } from './work/job.ts';
import { power } from './work/power.ts';
import { safety } from './work/safety.ts';

export const catalogue: readonly Job[] = [...exterior, ...interior, ...power, ...safety];

/** Picks the next job for a kind of site at a time. Leaves out `recent` jobs, so that a list shows different jobs. */
export function someJob(random: Random, at: { kind: SiteKind; time: Date; zone: string }, recent: readonly Job[]): Job {
  const possible = catalogue.filter((job) => (!job.at || job.at.includes(at.kind)) && !recent.includes(job));
  // Jobs that only this kind of site has are more likely.
  return random.weighted(possible.map((job) => [job, seasonal(job, at.time, at.zone) * (job.at ? 1.5 : 1)] as const));
}

const urgencies: readonly RequestPriority[] = ['low', 'medium', 'high', 'urgent'];

/** The customer's priority: mostly the usual one of the job. Only a real emergency is often urgent. */
export function somePriority(random: Random, job: Job): RequestPriority {
  const usual = urgencies.indexOf(job.urgency);
  const shift = random.weighted([
    [0, 72],
    [-1, 16],
    [1, usual === 2 ? 5 : 12],
  ]);
  return urgencies[Math.min(3, Math.max(0, usual + shift))] ?? job.urgency;
}
