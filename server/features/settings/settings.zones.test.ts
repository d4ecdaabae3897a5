import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

async function choose(time_zone: string) {
  const { version } = (await admin.call(api.settings.get, {})).settings;
  return admin.attempt(api.settings.update, { body: { ...sampleBusiness, time_zone, version } });
}

describe('a time zone', () => {
  it.each(['UTC', 'Etc/GMT+5', 'America/Indiana/Knox', 'America/Port-au-Prince'])('%s is known', async (zone) => {
    expect((await choose(zone)).status).toBe(200);
    expect(test.business.time_zone).toBe(zone);
  });

  // Intl reads an offset, and PostgreSQL an abbreviation, a zone of POSIX and any case.
  it.each(['+05:30', '-0800', 'ACT', 'EST', 'EST5EDT', 'GMT', 'utc', 'america/new_york', 'posix/UTC'])(
    '%s is refused, because not everything reads it alike',
    async (zone) => {
      const message = 'Please choose a time zone like America/New_York';
      const { status, body } = await choose(zone);
      expect([status, body.details]).toEqual([400, [{ field: 'time_zone', message }]]);
    },
  );
});
