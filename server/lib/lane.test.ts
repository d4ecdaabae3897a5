import { expect, it } from 'vitest';
import { DomainError } from './errors.ts';
import { createLane } from './lane.ts';

it('a lane runs and queues as many tasks as configured, and refuses more with a time to try again', async () => {
  const lane = createLane({ atOnce: 1, waiting: 2 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const done: number[] = [];
  const work = (n: number) => async () => {
    await gate;
    done.push(n);
  };
  const running = lane(work(1));
  // The first task leaves the queue in the next microtask.
  await Promise.resolve();
  const waiting = [lane(work(2)), lane(work(3))];
  const refused = await lane(work(4)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused).toMatchObject({ code: 'unavailable', retryAfter: expect.any(Number) });
  open();
  await Promise.all([running, ...waiting]);
  expect(done).toEqual([1, 2, 3]);
  await lane(work(5));
  expect(done).toEqual([1, 2, 3, 5]);
});
