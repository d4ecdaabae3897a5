import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpuOf, steepCost } from '../testing/costs.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { fillings } from '../testing/texts.ts';
import { mountPages } from './pages.ts';

/** What `npm run build` has made; `npm test` runs it first. */
const folder = path.join(import.meta.dirname, '../../dist');
/** As long as Node reads the head of a request. */
const LONGEST = 15_000;
/**
 * What an address may cost as a multiple of the median address in the same run, before its growth is looked at. The pattern that
 * backtracked cost 1,000 times the median.
 */
const TIMES_THE_MEDIAN = 40;

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, { TRUSTED_PROXIES: '127.0.0.1' });
  await mountPages(test.app, test.deps, { folder });
});
afterAll(() => test.close());

const fills: [what: string, fill: (length: number) => string][] = Object.entries({
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
});
const textsOf = (length: number) =>
  fills.map(
    ([what, fill]) => [what, encodeURI(fill(length).toWellFormed()).slice(0, length).replace(/%.?$/, '')] as const,
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

const callsOf = (length: number) =>
  textsOf(length).flatMap(([what, text]) => [
    ...['/', '/api/', '/api/requests/track/', '/assets/', '/api/files/', '/dashboard/'].map((start) => ({
      name: `${what} after ${start}`,
      url: `${start}${text}`,
      headers: {},
    })),
    { name: `${what} as a query`, url: `/api/requests?search=${text}`, headers: {} },
    {
      name: `${what} as a short path`,
      url: `/${text.slice(0, (2_000 * length) / LONGEST).replace(/%.?$/, '')}`,
      headers: {},
    },
    ...heads.flatMap((head) =>
      ['/', '/api/requests/track/REQ-AAAAAAAAA-AAAAA', '/theme.js'].map((url) => ({
        name: `${what} in ${head} of ${url}`,
        url,
        headers: { [head]: text },
      })),
    ),
  ]);

const calls = callsOf(LONGEST);
const halves = callsOf(LONGEST / 2);

it(`none of ${calls.length} odd addresses and headers of 15 kB costs more than in proportion to its length`, {
  timeout: 1_800_000,
}, async () => {
  const ask = async ({ name, url, headers }: (typeof calls)[number]) => {
    const { statusCode } = await test.app.inject({ method: 'GET', url, headers });
    expect([500, 503], name).not.toContain(statusCode);
  };
  // The first calls compile code and read files, which is not a cost of their addresses.
  for (const call of calls.slice(0, 60)) await ask(call);
  const costs: number[] = [];
  for (const call of calls) costs.push(await cpuOf(() => ask(call), 0, 2));
  const median = costs.toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
  const slow: string[] = [];
  for (const [nth, call] of calls.entries()) {
    const half = halves[nth];
    if (!half || (costs[nth] ?? 0) <= TIMES_THE_MEDIAN * median) continue;
    const steep = await steepCost(
      TIMES_THE_MEDIAN * median,
      () => ask(call),
      () => () => ask(half),
    );
    if (steep) slow.push(`${call.name}: ${steep}`);
  }
  expect(slow).toEqual([]);
});
