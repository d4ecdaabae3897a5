import pLimit from 'p-limit';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from './errors.ts';

/** Runs a task at once, or after the tasks before it. Refuses when too many tasks wait. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 10;

const busy = () => new DomainError('unavailable', 'The server is busy. Please try again.', undefined, RETRY_SECONDS);

type LaneOptions = {
  /** How many tasks run at the same time. */
  atOnce: number;
  /** How many further tasks may wait. */
  waiting: number;
  /** What a task too many is refused with; `unavailable` when left out. */
  refusal?: () => DomainError;
};

export function createLane({ atOnce, waiting, refusal = busy }: LaneOptions): Lane {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.pendingCount >= waiting) throw refusal();
    return limit(work);
  };
}

/** A lane for each owner, who therefore waits only for their own tasks. It is there while it has some. */
export function createLanes(options: LaneOptions): (owner: string) => Lane {
  const lanes = new Map<string, { lane: Lane; tasks: number }>();
  return (owner) => async (work) => {
    const own = lanes.get(owner) ?? { lane: createLane(options), tasks: 0 };
    lanes.set(owner, own);
    own.tasks += 1;
    try {
      return await own.lane(work);
    } finally {
      own.tasks -= 1;
      if (own.tasks === 0) lanes.delete(owner);
    }
  };
}

/**
 * What each owner may spend in a time. Who has spent it waits for the next one and is never refused, so the tasks of an owner
 * must ask one after the other, as in a lane of their own.
 * @param options.points at least what the most expensive task costs
 */
export function createBudget(options: {
  points: number;
  seconds: number;
}): (owner: string, cost: number) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: options.points, duration: options.seconds });
  return async (owner, cost) => {
    for (;;) {
      const wait = await limiter.consume(owner, cost).then(
        () => 0,
        (refused: RateLimiterRes | Error) => {
          if (refused instanceof Error) throw refused;
          return refused.msBeforeNext;
        },
      );
      if (wait === 0) return;
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
    }
  };
}
