import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { abortWhenIdle, IDLE_LIMITS } from './idle-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A request of the browser, as far as it is watched. */
function aRequest() {
  const request = Object.assign(new EventTarget(), { upload: new EventTarget(), abort: vi.fn() });
  abortWhenIdle(request as unknown as XMLHttpRequest);
  return {
    abort: request.abort,
    upload: (event: string) => request.upload.dispatchEvent(new Event(event)),
    answer: (event: string) => request.dispatchEvent(new Event(event)),
  };
}

it('gives up an upload that sends no byte', () => {
  const { abort, upload } = aRequest();
  upload('loadstart');
  vi.advanceTimersByTime(IDLE_LIMITS.sending - 1);
  expect(abort).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(abort).toHaveBeenCalledOnce();
});

it('lets an upload that makes progress take as long as it needs', () => {
  const { abort, upload } = aRequest();
  upload('loadstart');
  for (let minute = 0; minute < 60; minute += 1) {
    for (const _ of [1, 2, 3]) {
      vi.advanceTimersByTime(20_000);
      upload('progress');
    }
  }
  expect(abort).not.toHaveBeenCalled();
});

it('gives up a call that is not answered once everything is sent', () => {
  const { abort, upload } = aRequest();
  upload('loadstart');
  upload('load');
  vi.advanceTimersByTime(IDLE_LIMITS.answering - 1);
  expect(abort).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(abort).toHaveBeenCalledOnce();
});

it('leaves an answered call alone', () => {
  const { abort, upload, answer } = aRequest();
  upload('loadstart');
  upload('load');
  answer('loadend');
  vi.advanceTimersByTime(10 * IDLE_LIMITS.answering);
  expect(abort).not.toHaveBeenCalled();
});
