import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { lateIntervals } from './pressure.ts';
import { createServer } from './server.ts';

it('an overloaded process refuses calls with Retry-After; /api/health and the files of a page are still answered', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  // No event loop is on time to the nanosecond.
  const app = await createServer({ ...config, patience: { ...config.patience, loopDelayMs: 1e-6 } });
  for (const url of ['/api/health', '/api/other', '/assets/page.js']) app.get(url, async () => ({ status: 'ok' }));
  const refused = await vi.waitUntil(async () => {
    const answer = await app.inject('/api/other');
    return answer.statusCode === 503 && answer;
  });
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.json()).toMatchObject({ error: 'unavailable' });
  for (const url of ['/api/health', '/assets/page.js']) expect((await app.inject(url)).statusCode).toBe(200);
  await app.close();
});

it('one late interval refuses no call, the second in a row does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const app = await createServer({ ...config, patience: { ...config.patience, loopDelayMs: 1e-6 } });
  app.get('/api/other', async () => ({ status: 'ok' }));
  const status = async () => (await app.inject('/api/other')).statusCode;
  expect(await status()).toBe(200);
  vi.advanceTimersByTime(1_000);
  expect(await status()).toBe(200);
  vi.advanceTimersByTime(1_000);
  expect(await status()).toBe(503);
  await app.close();
});

describe('late intervals', () => {
  const after = (...delays: number[]) => {
    const late = lateIntervals(1_000);
    for (const delay of delays) late.add(delay);
    return late.isOverloaded();
  };

  it.each([
    [[], false],
    [[1_000], false],
    [[1_001], false],
    [[Number.POSITIVE_INFINITY], false],
    [[1_001, Number.POSITIVE_INFINITY], true],
    [[1_001, 4, 1_001], false],
    [[4, 1_001, 1_001], true],
    [[1_001, 1_001, 4], false],
  ])('%j: overloaded: %j', (delays, isOverloaded) => {
    expect(after(...delays)).toBe(isOverloaded);
  });
});
