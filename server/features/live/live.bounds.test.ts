import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Follower, follow } from '#server/testing/live.ts';
import { aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** A server that limits each network, as in production. */
let test: TestApp;
let url: string;
beforeAll(async () => {
  test = await testApp({}, { RATE_LIMITS: 'on' });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

it('200 streams of one network leave it all its other connections; the next stream is refused', async () => {
  const people = await Promise.all(Array.from({ length: 21 }, () => aSignedInUser(test, 'technician')));
  const [last, ...others] = people.map(({ token }) => token ?? '');
  const streams: Follower[] = [];
  // Ten at a time: a connection counts until its stream is open.
  for (const token of others) {
    streams.push(...(await Promise.all(Array.from({ length: 10 }, () => follow(url, token)))));
  }
  expect(streams).toHaveLength(200);
  await expect(follow(url, last ?? '')).rejects.toThrow('429');
  // As many at once as a network may have connections. A connection too many is closed without an answer.
  const calls = Array.from({ length: 40 }, async () => (await fetch(`${url}/api/health`)).status);
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
  await Promise.all(streams.map((stream) => stream.leave()));
});

it('A user who opens streams without end is refused for the rest of a minute, and others are not', async () => {
  const [user, other] = [await aSignedInUser(test, 'technician'), await aSignedInUser(test, 'technician')];
  for (let opened = 0; opened < 300; opened += 1) await test.deps.limits.takeOf(user.id, 'streams');
  const headers = { authorization: `Bearer ${user.token}` };
  const refused = await test.app.inject({ method: 'GET', url: '/api/live', headers });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({ error: 'rate_limited' });
  await expect(test.deps.limits.takeOf(other.id, 'streams')).resolves.toBeUndefined();
});
