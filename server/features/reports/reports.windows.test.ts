import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { aSession } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-02-27T15:00:00Z');

let test: TestApp;
let admin: Person;

/** Moves the clock, and gives the admin a session of that time. */
async function setClock(instant: string) {
  clock.set(instant);
  Object.assign(admin, test.caller(await aSession(test, admin.id)));
}

beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin');
  const technician = await as(test, 'technician');
  await aRequest(test);
  await setClock('2026-03-08T15:00:00Z');
  await anAssignedRequest(test, admin, technician, 'in_progress');
  await anAssignedRequest(test, admin, technician);
  await setClock('2026-03-10T15:00:00Z');
  await anAssignedRequest(test, admin, technician);
});
afterAll(() => test.close());

it.each([
  // The first day of the window has requests, and the day after it has none.
  ['2026-03-15T15:00:00Z', 'last_7_days', 2],
  ['2026-03-16T15:00:00Z', 'last_7_days', 0],
  ['2026-03-29T15:00:00Z', 'last_30_days', 1],
  ['2026-03-30T15:00:00Z', 'last_30_days', 0],
  ['2026-05-28T15:00:00Z', 'last_90_days', 1],
  ['2026-05-29T15:00:00Z', 'last_90_days', 0],
] as const)('at %s a window begins as many days back as its name says: %s', async (now, period, onFirstDay) => {
  await setClock(now);
  const { report } = await admin.call(api.reports.report, { query: { period } });
  const first = report.days.from ?? expect.fail('the window has no beginning');
  const counted = async (query: object) => (await admin.call(api.requests.list, { query })).matched;
  expect(await counted({ period: 'custom', from: first, to: first })).toBe(onFirstDay);
  // The list that a figure leads to has these requests.
  expect(await counted({ period: 'custom', from: first, to: report.days.to })).toBe(report.figures.total);
  if (period !== 'last_7_days') return;
  // So has the same window of the lists and of the monitor. Their last 30 days are one month.
  expect(await counted({ period })).toBe(report.figures.total);
  const { technicians } = await admin.call(api.reports.monitor, { query: { period } });
  expect(technicians.map(({ id, counts }) => [id, counts.total])).toEqual(
    report.technicians.map(({ id, total }) => [id, total]),
  );
});
