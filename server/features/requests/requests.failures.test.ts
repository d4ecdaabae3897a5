import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { aLog } from '#server/testing/log.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { log, of: logged } = aLog();
let test: TestApp;
let admin: Person;
let technician: Person;
/** Makes the change of a request fail whose title is an error code of PostgreSQL. */
const FAULT = `
  create function fail_as_titled() returns trigger language plpgsql as
    $$ begin raise exception 'a test refuses this' using errcode = new.title; end $$;
  create trigger fail_as_titled before update on requests for each row
    when (new.title ~ '^[0-9A-Z]{5}$') execute function fail_as_titled()`;
beforeAll(async () => {
  test = await testApp({ log });
  admin = await as(test, 'admin');
  technician = await as(test, 'technician');
  const owner = new pg.Client({ ...inject('postgresOwner'), database: test.shared.database });
  await owner.connect();
  await owner.query(FAULT);
  await owner.end();
});
afterAll(() => test.close());

/** Sends requests of these titles, and assigns them in one call. */
async function assigned(...titles: string[]) {
  const rows = [];
  for (const title of titles) rows.push(await aRequest(test, { title }));
  const requests = rows.map(({ id }) => ({ id, version: 1 }));
  const answer = await admin.attempt(api.requests.assignMany, { body: { requests, technician_id: technician.id } });
  const found = await test.deps.db
    .selectFrom('requests')
    .select('assigned_to')
    .where(
      'id',
      'in',
      requests.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return { rows, answer, given: found.map(({ assigned_to }) => assigned_to === technician.id) };
}

describe('A change of many that fails at a later one', () => {
  it.each([
    ['a deadlock', '40P01', 'warn', 'Someone changed this at the same time. Please try again.'],
    ['a time-out', '57014', 'warn', 'The service is busy or restarting. Please try again in a moment.'],
    ['our bug', 'P0004', 'error', 'Something went wrong on our side. Please try again.'],
  ] as const)('by %s tells what is changed, and refuses that one and the rest', async (_, code, level, message) => {
    const before = logged(level).length;
    const { rows, answer, given } = await assigned('Dark sign', 'Dark pole', code, 'Dark lot');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      done: rows.slice(0, 2).map(({ id }) => ({ id, version: 2 })),
      refused: [
        { ...rows[2], message },
        { ...rows[3], message: 'Not tried.' },
      ],
    });
    expect(given).toEqual([true, true, false, false]);
    const told = logged(level).slice(before);
    expect(told).toMatchObject([{ fields: { changed: 2, err: { code } }, message: 'a change of many stopped' }]);
  });

  it('before anything is changed fails as a whole', async () => {
    const { answer, given } = await assigned('57014', 'Dark lot');
    expect([answer.status, answer.body.error]).toEqual([503, 'unavailable']);
    expect(given).toEqual([false, false]);
  });
});
