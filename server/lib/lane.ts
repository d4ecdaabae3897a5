import pLimit from 'p-limit';
import { DomainError } from './errors.ts';

/** Runs a task at once, or after the tasks before it. Refuses when too many tasks wait. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 10;

const busy = () => new DomainError('unavailable', 'The server is busy. Please try again.', undefined, RETRY_SECONDS);

/**
 * @param options.atOnce how many tasks run at the same time
 * @param options.waiting how many further tasks may wait
 * @param options.refusal what a task too many is refused with; `unavailable` when left out
 */
export function createLane(options: { atOnce: number; waiting: number; refusal?: () => DomainError }): Lane {
  const { atOnce, waiting, refusal = busy } = options;
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.pendingCount >= waiting) throw refusal();
    return limit(work);
  };
}
