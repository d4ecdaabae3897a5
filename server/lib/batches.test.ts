import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatches } from './batches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const recorder = () => {
  const saved: unknown[][] = [];
  return { saved, save: async (items: readonly unknown[]) => void saved.push([...items]) };
};
const noError = () => {
  throw new Error('no error was expected');
};

describe('a batch', () => {
  it('is saved once after a second, with all items in order', async () => {
    const batches = createBatches(noError);
    const { saved, save } = recorder();
    batches.add('views', 1, save);
    await vi.advanceTimersByTimeAsync(999);
    batches.add('views', 2, save);
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual([[1, 2]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saved).toEqual([[1, 2]]);
    batches.add('views', 3, save);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved).toEqual([[1, 2], [3]]);
  });

  it('has only items of its own name', async () => {
    const batches = createBatches(noError);
    const [one, two] = [recorder(), recorder()];
    batches.add('one', 'a', one.save);
    batches.add('two', 'b', two.save);
    batches.add('one', 'c', one.save);
    await batches.flush();
    expect([one.saved, two.saved]).toEqual([[['a', 'c']], [['b']]]);
  });

  it('that cannot be saved is dropped and reported, and the next batch is saved', async () => {
    const reports: unknown[] = [];
    const batches = createBatches((name, error) => reports.push([name, error]));
    const broken = new Error('the database is away');
    batches.add('views', 1, () => Promise.reject(broken));
    await batches.flush();
    expect(reports).toEqual([['views', broken]]);
    const { saved, save } = recorder();
    batches.add('views', 2, save);
    await batches.flush();
    expect(saved).toEqual([[2]]);
  });

  it('is saved once when a flush ends, even when its saving had already begun', async () => {
    const batches = createBatches(noError);
    const gate = Promise.withResolvers<void>();
    let done = 0;
    batches.add('views', 1, async () => {
      await gate.promise;
      done += 1;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    const flushed = batches.flush().then(() => done);
    gate.resolve();
    expect(await flushed).toBe(1);
    await batches.flush();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(done).toBe(1);
  });
});
