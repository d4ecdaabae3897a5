import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { fillings } from '../testing/texts.ts';
import { mountPages } from './pages.ts';

/** What `npm run build` has made; `npm test` runs it first. */
const folder = path.join(import.meta.dirname, '../../dist');
/** As long as Node reads the head of a request. */
const LONGEST = 15_000;
/**
 * The most that one address may cost, as a multiple of the median address in the same run: a slow or busy machine slows both.
 * The pattern that backtracked cost 1,000 times the median.
 */
const TIMES_THE_MEDIAN = 40;

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, { TRUSTED_PROXIES: '127.0.0.1' });
  await mountPages(test.app, test.deps, { folder });
});
afterAll(() => test.close());

const texts = Object.entries({
  ...fillings,
  'slashes and a letter': (length: number) => `${'/'.repeat(length - 1)}x`,
  'encoded slashes': (length: number) => '%2f'.repeat(length / 3),
  'dots and slashes': (length: number) => '../'.repeat(length / 3),
  commas: (length: number) => ','.repeat(length),
  'weights of encodings': (length: number) => 'gzip;q=0.1,'.repeat(length / 11),
  addresses: (length: number) => '10.0.0.1, '.repeat(length / 10),
  tags: (length: number) => 'W/"x", '.repeat(length / 7),
  cookies: (length: number) => 'a=b; '.repeat(length / 5),
  ranges: (length: number) => `bytes=${'0-1,'.repeat(length / 4)}`,
  'a device that never ends': (length: number) => 'android '.repeat(length / 8),
}).map(
  ([what, fill]) => [what, encodeURI(fill(LONGEST).toWellFormed()).slice(0, LONGEST).replace(/%.?$/, '')] as const,
);

const heads = [
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'user-agent',
  'x-forwarded-for',
];

const calls = texts.flatMap(([what, text]) => [
  ...['/', '/api/', '/api/requests/track/', '/assets/', '/api/files/', '/dashboard/'].map((start) => ({
    name: `${what} after ${start}`,
    url: `${start}${text}`,
    headers: {},
  })),
  { name: `${what} as a query`, url: `/api/requests?search=${text}`, headers: {} },
  { name: `${what} as a short path`, url: `/${text.slice(0, 2_000).replace(/%.?$/, '')}`, headers: {} },
  ...heads.flatMap((head) =>
    ['/', '/api/requests/track/REQ-AAAAAAAAA-AAAAA', '/theme.js'].map((url) => ({
      name: `${what} in ${head} of ${url}`,
      url,
      headers: { [head]: text },
    })),
  ),
]);

it(`none of ${calls.length} odd addresses and headers of 15 kB costs more than ${TIMES_THE_MEDIAN} times the median`, {
  timeout: 300_000,
}, async () => {
  const ask = ({ url, headers }: (typeof calls)[number]) => test.app.inject({ method: 'GET', url, headers });
  const cpuOf = async (call: (typeof calls)[number]) => {
    const before = process.cpuUsage();
    const { statusCode } = await ask(call);
    const { user, system } = process.cpuUsage(before);
    expect([500, 503], call.name).not.toContain(statusCode);
    return user + system;
  };
  // The first calls compile code and read files, which is not a cost of their addresses.
  for (const call of calls.slice(0, 60)) await ask(call);
  const costs: { call: (typeof calls)[number]; least: number }[] = [];
  for (const call of calls) costs.push({ call, least: Math.min(await cpuOf(call), await cpuOf(call)) });
  const sorted = costs.map(({ least }) => least).sort((a, b) => a - b);
  const most = TIMES_THE_MEDIAN * (sorted[sorted.length >> 1] ?? 0);
  const slow: string[] = [];
  for (const { call, least: measured } of costs) {
    let least = measured;
    // The least of several: a garbage collection in between is not a cost of the address.
    for (let turn = 0; turn < 10 && least > most; turn += 1) least = Math.min(least, await cpuOf(call));
    if (least > most)
      slow.push(`${call.name}: ${(least / 1000).toFixed(1)} ms, allowed ${(most / 1000).toFixed(1)} ms`);
  }
  expect(slow).toEqual([]);
});
