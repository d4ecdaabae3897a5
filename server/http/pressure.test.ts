import { expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { createServer } from './server.ts';

it('an overloaded process refuses calls with Retry-After; /api/health and the files of a page are still answered', async () => {
  // No event loop is on time to the nanosecond.
  const app = await createServer(readConfig({ LOG_LEVEL: 'silent' }), { longestDelayMs: 1e-6 });
  for (const url of ['/api/health', '/api/other', '/assets/page.js']) app.get(url, async () => ({ status: 'ok' }));
  const refused = await vi.waitUntil(
    async () => {
      const answer = await app.inject('/api/other');
      return answer.statusCode === 503 && answer;
    },
    { timeout: 30_000 },
  );
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.json()).toMatchObject({ error: 'unavailable' });
  for (const url of ['/api/health', '/assets/page.js']) expect((await app.inject(url)).statusCode).toBe(200);
  await app.close();
});
