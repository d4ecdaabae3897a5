import { setTimeout as wait } from 'node:timers/promises';
import type { system } from '#contract/system.ts';
import type { UseCase } from '#server/deps.ts';
import { DomainError } from '#server/lib/errors.ts';
import { lateSince } from '../audit/seal/seal.service.ts';

export const health: UseCase<typeof system.health> = async () => ({ status: 'ok' });

/** Returns 503 while the database does not respond or cannot write, and `degraded` while the sealing of the audit trail is late. */
export const ready: UseCase<typeof system.ready> = async (deps) => {
  const over = new AbortController();
  const tooLate = wait(deps.config.patience.readinessMs, undefined, { signal: over.signal }).then(() => {
    throw new Error('the database is slow');
  });
  try {
    const answers = Promise.all([lateSince(deps), deps.limits.probe()]);
    const [late] = await Promise.race([answers, tooLate]);
    return { status: late ? 'degraded' : 'ready' };
  } catch {
    throw new DomainError('unavailable', 'The database does not answer, or cannot store');
  } finally {
    over.abort();
    tooLate.catch(() => undefined);
  }
};
