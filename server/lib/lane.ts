import pLimit from 'p-limit';
import { DomainError } from './errors.ts';

/** Runs a task at once, or after the tasks before it. Refuses with `unavailable` when too many tasks wait. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 10;

/**
 * @param options.atOnce how many tasks run at the same time
 * @param options.waiting how many further tasks may wait
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
