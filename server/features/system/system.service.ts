import type { system } from '#contract/system.ts';
import type { UseCase } from '#server/deps.ts';
import { DomainError } from '#server/lib/errors.ts';
import { ping } from './system.repo.ts';

export const health: UseCase<typeof system.health> = async () => ({ status: 'ok' });

/** 503 while the database does not answer. */
export const ready: UseCase<typeof system.ready> = async (deps) => {
  try {
    await ping(deps.db);
    return { status: 'ready' };
  } catch {
    throw new DomainError('unavailable', 'The database does not answer');
  }
};
