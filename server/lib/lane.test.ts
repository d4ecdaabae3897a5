import { expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from './errors.ts';
import { createBudget, createLane, createLanes } from './lane.ts';

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

it('an owner waits for their own tasks alone, and takes no turn of another', async () => {
  const shared = createLane({ atOnce: 1, waiting: 10 });
  const lanes = createLanes({ atOnce: 1, waiting: 2 });
  const done: string[] = [];
  const task = (owner: string, name: string) =>
    lanes(owner)(() =>
      shared(async () => {
        done.push(name);
      }),
    );
  const asked = [task('a', 'a1')];
  await Promise.resolve();
  asked.push(task('a', 'a2'), task('a', 'a3'), task('b', 'b1'), task('c', 'c1'));
  await expect(task('a', 'a4')).rejects.toMatchObject({ code: 'unavailable' });
  await Promise.all(asked);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  await task('a', 'a5');
  expect(done.at(-1)).toBe('a5');
});

it('an owner who has spent a budget waits for the next one, and others do not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pay = createBudget({ points: 10, seconds: 20 });
  const done: string[] = [];
  await pay('a', 8);
  const second = pay('a', 8).then(() => done.push('a'));
  await pay('b', 8).then(() => done.push('b'));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(done).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(1_001);
  await second;
  expect(done).toEqual(['b', 'a']);
});
