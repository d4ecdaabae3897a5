import pLimit from 'p-limit';
import { DomainError } from './errors.ts';

/** Runs work at once or after what is before it; refuses with `unavailable` when too much waits already. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 10;

/**
 * @param options.atOnce how much runs at the same time
 * @param options.waiting how much may wait for it
 */
export function createLane(options: { atOnce: number; waiting: number }): Lane {
  const limit = pLimit(options.atOnce);
  return async (work) => {
    if (limit.pendingCount >= options.waiting) {
      throw new DomainError('unavailable', 'The server is busy. Please try again.', undefined, RETRY_SECONDS);
    }
    return limit(work);
  };
}
