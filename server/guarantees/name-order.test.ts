import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const sorted = ['adam', 'Álvaro', 'beth', 'Bob', 'Łukasz', 'Zoe'];

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'admin' });
  // Signing in gives each an entry in the trail.
  for (const name of ['Zoe', 'Álvaro', 'Bob', 'Łukasz', 'beth', 'adam']) await as(test, 'technician', { name });
});
afterAll(() => test.close());

/** The lists and menus of the staff. */
const lists: Record<string, () => Promise<{ name: string }[]>> = {
  'User Management': async () => (await admin.call(api.users.list, {})).users,
  'the menu of technicians': async () => (await admin.call(api.requests.assignees, {})).assignees,
  'the technician monitor': async () => (await admin.call(api.reports.monitor, {})).technicians,
  'the performance of technicians': async () => (await admin.call(api.reports.report, {})).report.technicians,
  'the people of the trail': async () => (await admin.call(api.audit.actors, {})).actors,
};

it.each(Object.keys(lists))('names stand in the order that people expect: %s', async (list) => {
  const names = (await lists[list]?.())?.map(({ name }) => name).filter((name) => name !== 'admin');
  expect(names).toEqual(sorted);
});
