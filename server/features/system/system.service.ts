import { setTimeout as wait } from 'node:timers/promises';
import type { system } from '#contract/system.ts';
import type { UseCase } from '#server/deps.ts';
import { DomainError } from '#server/lib/errors.ts';
import { ping } from './system.repo.ts';

export const health: UseCase<typeof system.health> = async () => ({ status: 'ok' });

/** Answers 503 while the database does not answer, or cannot store. */
export const ready: UseCase<typeof system.ready> = async (deps) => {
  const late = new AbortController();
  const tooLate = wait(deps.config.patience.readinessMs, undefined, { signal: late.signal }).then(() => {
    throw new Error('the database is slow');
  });
  try {
    await Promise.race([Promise.all([ping(deps.db), deps.limits.probe()]), tooLate]);
    return { status: 'ready' };
  } catch {
    throw new DomainError('unavailable', 'The database does not answer, or cannot store');
  } finally {
    late.abort();
    tooLate.catch(() => undefined);
  }
};
