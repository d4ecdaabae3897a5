import type { MutationOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveTopic } from '#contract/live.ts';
import { liveListener, queryClient } from './query-client.ts';

const list = ['requests', 'list'];
const isOld = () => queryClient.getQueryState(list)?.isInvalidated;
const changed = (topic: LiveTopic) => liveListener.changed([{ topic, id: 7 }]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  queryClient.setQueryData(list, []);
});
afterEach(async () => {
  queryClient.clear();
  await vi.runAllTimersAsync();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A call that is answered by `answer`. */
function send(options: MutationOptions = {}) {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: () => promise, ...options });
  return { answer, sent: mutation.execute(undefined) };
}

it('a download that is on its way holds no live read', async () => {
  const { answer, sent } = send();
  changed('request');
  expect(isOld()).toBe(true);
  answer();
  await sent;
});

it('a change that is shown before it is made holds the live reads until it is made', async () => {
  const { answer, sent } = send({ onMutate: () => undefined });
  changed('request');
  expect(isOld()).toBe(false);
  answer();
  await sent;
  await vi.runAllTimersAsync();
  expect(isOld()).toBe(true);
});

it('a topic that only a newer server knows is read, and the next change as well', async () => {
  changed('invoice' as LiveTopic);
  expect(isOld()).toBe(true);
  await vi.runAllTimersAsync();
  queryClient.setQueryData(list, []);
  changed('request');
  expect(isOld()).toBe(true);
});

it('while live updates arrive, an open screen is read again before its links to files end', () => {
  const query = queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions({ queryKey: list }));
  const poll = () => {
    const { refetchInterval } = queryClient.defaultQueryOptions({ queryKey: list });
    return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
  };
  expect(poll()).toBe(30_000);
  liveListener.state(Date.now());
  expect(poll()).toBe(30_000);
  vi.advanceTimersByTime(31_000);
  queryClient.setQueryData(list, []);
  expect(poll()).toBe(8 * 60_000);
  liveListener.state(null);
  expect(poll()).toBe(30_000);
});
