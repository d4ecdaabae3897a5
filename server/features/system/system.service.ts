import type { system } from '#contract/system.ts';
import type { UseCase } from '#server/deps.ts';
import { DomainError } from '#server/lib/errors.ts';
import { inTime } from '#server/lib/patience.ts';
import { lateSince } from '../audit/seal/seal.service.ts';

export const health: UseCase<typeof system.health> = async () => ({ status: 'ok' });

/** Returns 503 while the database does not respond or cannot write, and `degraded` while the sealing of the audit trail is late. */
export const ready: UseCase<typeof system.ready> = async (deps) => {
  try {
    const answers = Promise.all([lateSince(deps), deps.limits.probe()]);
    const [late] = await inTime(answers, deps.config.patience.readinessMs);
    return { status: late ? 'degraded' : 'ready' };
  } catch {
    throw new DomainError('unavailable', 'The database does not answer, or cannot store');
  }
};
