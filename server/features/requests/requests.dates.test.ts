import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { aRequest, as } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');

/** The times of requests on both sides of midnights in New York. The clocks change in March and November. */
const instants = [
  '2026-02-09T04:59:59.999Z', // February 8, its last moment
  '2026-02-09T05:00:00.000Z', // February 9, its first
  '2026-03-02T04:59:59.999Z', // March 1
  '2026-03-02T05:00:00.000Z', // March 2
  '2026-03-08T04:59:59.999Z', // March 7
  '2026-03-08T05:00:00.000Z', // March 8, 23 hours long
  '2026-03-09T03:59:59.999Z', // March 8
  '2026-03-09T04:00:00.000Z', // March 9
  '2026-11-01T03:59:59.999Z', // October 31
  '2026-11-01T04:00:00.000Z', // November 1, 25 hours long
  '2026-11-02T04:59:59.999Z', // November 1
  '2026-11-02T05:00:00.000Z', // November 2
] as const;

let test: TestApp;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  for (const instant of instants) {
    clock.set(instant);
    await aRequest(test);
  }
});
afterAll(() => test.close());

async function found(now: string, query: object) {
  clock.set(now);
  const { requests } = await (await as(test, 'admin')).call(api.requests.list, { query });
  return requests.map((request) => request.created_at).sort();
}
const between = (first: string, last: string) => instants.filter((instant) => instant >= first && instant <= last);

describe('a window of time begins at midnight in New York', () => {
  it.each([
    // The calendar day in New York differs from the one in UTC.
    ['2026-03-09T03:59:59.999Z', 'today', instants[5], instants[11]],
    ['2026-03-09T04:00:00.000Z', 'today', instants[7], instants[11]],
    ['2026-03-08T04:59:59.999Z', 'today', instants[4], instants[11]],
    ['2026-11-02T04:59:59.999Z', 'today', instants[9], instants[11]],
    ['2026-11-02T05:00:00.000Z', 'today', instants[11], instants[11]],
    // Seven days back from March 9 and November 8, across a change of clocks.
    ['2026-03-09T12:00:00.000Z', 'last_7_days', instants[3], instants[11]],
    ['2026-11-08T12:00:00.000Z', 'last_7_days', instants[9], instants[11]],
    // One month back (spec §9), for months of different lengths.
    ['2026-03-09T12:00:00.000Z', 'last_30_days', instants[1], instants[11]],
    ['2026-12-01T12:00:00.000Z', 'last_30_days', instants[9], instants[11]],
    ['2026-12-02T12:00:00.000Z', 'last_30_days', instants[11], instants[11]],
    ['2026-03-31T12:00:00.000Z', 'last_30_days', instants[2], instants[11]],
  ] as const)('at %s, %s', async (now, period, first, last) => {
    expect(await found(now, { period })).toEqual(between(first, last));
  });

  it.each([
    ['2026-03-08', '2026-03-08', instants[5], instants[6]],
    ['2026-03-07', '2026-03-07', instants[4], instants[4]],
    ['2026-11-01', '2026-11-01', instants[9], instants[10]],
    ['2026-03-08', '2026-11-01', instants[5], instants[10]],
    ['2026-11-02', undefined, instants[11], instants[11]],
    [undefined, '2026-02-08', instants[0], instants[0]],
    [undefined, undefined, instants[0], instants[11]],
    ['0001-01-01', '9999-12-31', instants[0], instants[11]],
  ])('from %s to the end of %s', async (from, to, first, last) => {
    const range = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
    expect(await found('2026-11-20T12:00:00Z', { period: 'custom', ...range })).toEqual(between(first, last));
  });

  it('and must not end before its start', async () => {
    const query = { period: 'custom', from: '2026-03-09', to: '2026-03-08' };
    const answer = await (await as(test, 'admin')).attempt(api.requests.list, { query });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Start date cannot be after end date');
  });
});
