import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createClock } from '../db/clock.ts';
import { openPool } from '../db/pool.ts';
import { deleteExpiredCounters } from '../db/rate-limits.ts';
import { createLimits } from '../lib/limits.ts';
import { aClock } from '../testing/clock.ts';
import { PASSWORD } from '../testing/factories.ts';
import { aUser } from '../testing/people.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const TODAY = '2026-03-02T15:00:00Z';
const IN_400_DAYS = '2027-04-06T15:00:00Z';
const HERE = { ip: '198.51.100.1' };

let clock: ReturnType<typeof aClock>;
let test: TestApp;
beforeEach(async () => {
  clock = aClock(TODAY);
  test = await testApp({ now: clock.now }, { RATE_LIMITS: 'on' });
});
afterEach(() => test.close());

const signIn = (email: string, password = PASSWORD) =>
  test.caller(undefined, HERE).attempt(api.auth.login, { body: { email, password } });
const lookUp = () =>
  test.caller(undefined, HERE).attempt(api.requests.track, { params: { id: 'REQ-AAAAAAAAA-AAAAA' } });
const ready = async () => (await test.caller().attempt(api.system.ready)).status;

describe('a database that cannot store', () => {
  /** Makes every write of a counter fail with an error code of PostgreSQL. */
  async function refuseCounters(code: string): Promise<() => Promise<void>> {
    const owner = new pg.Client({ ...inject('postgresOwner'), database: test.shared.database });
    owner.on('error', () => undefined);
    await owner.connect();
    await owner.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`);
    await owner.query(
      'create trigger full_disk before insert or update on rate_limits for each statement execute function full_disk()',
    );
    return async () => {
      await owner.query('drop trigger full_disk on rate_limits');
      await owner.end();
    };
  }

  it.each([
    ['whose disk is full', '53100'],
    ['that is read-only', '25006'],
    ['whose disk is broken', '58030'],
  ])('%s does not stop sign-in and tracking, and both stay limited; /api/ready answers 503', async (_, code) => {
    const { email } = await aUser(test, 'admin');
    expect(await ready()).toBe(200);
    const repair = await refuseCounters(code);
    expect((await signIn(email)).status).toBe(200);
    expect(await ready()).toBe(503);
    const seen = [];
    for (let n = 0; n < 31; n += 1) seen.push((await lookUp()).status);
    expect(seen).toEqual([...Array<number>(30).fill(404), 429]);
    for (let n = 0; n < 5; n += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
    expect((await signIn(email)).status).toBe(429);
    await repair();
    clock.forward(1);
    expect(await ready()).toBe(200);
  });

  it('is noticed by /api/ready even when no other call comes in', async () => {
    const repair = await refuseCounters('53100');
    expect(await ready()).toBe(503);
    await repair();
  });
});

describe('a clock that was 400 days ahead', () => {
  it('locks nobody out after it is corrected', async () => {
    const { email } = await aUser(test, 'admin');
    clock.set(IN_400_DAYS);
    for (let n = 0; n < 10; n += 1) await signIn(email, 'wrong');
    expect((await signIn(email)).status).toBe(429);
    clock.set(TODAY);
    expect((await signIn(email)).status).toBe(200);
  });

  it('does not make a session valid for 400 days', async () => {
    const user = await aUser(test, 'technician');
    clock.set(IN_400_DAYS);
    const { body } = await signIn(user.email);
    const person = test.caller(String(body.token));
    expect((await person.attempt(api.auth.me)).status).toBe(200);
    clock.set(TODAY);
    expect((await person.attempt(api.auth.me)).status).toBe(401);
    const again = await signIn(user.email);
    expect((await test.caller(String(again.body.token)).attempt(api.auth.me)).status).toBe(200);
  });

  it('does not keep an idle session alive', async () => {
    const { email } = await aUser(test, 'admin');
    const person = test.caller(String((await signIn(email)).body.token));
    clock.forward(11 * 60);
    await test.deps.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(IN_400_DAYS) })
      .execute();
    expect((await person.attempt(api.auth.me)).status).toBe(401);
  });

  it('leaves no counter that is never removed', async () => {
    clock.set(IN_400_DAYS);
    await lookUp();
    clock.set(TODAY);
    await test.deps.autocommit((tx) => deleteExpiredCounters(tx, test.deps.now()));
    expect(await test.deps.db.selectFrom('rate_limits').select('key').execute()).toEqual([]);
  });
});

describe('instances whose machines disagree about the time', () => {
  const HOUR = 3_600_000;
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

  it('use the time of the database, and so count together', async () => {
    // Its end does not wait for its connections, which the end of the test's database closes. A bare pool would throw then.
    const pool = openPool(test.connection, () => undefined);
    const clocks = await Promise.all(
      [-3 * HOUR, 0, 5 * HOUR].map((wrong) => createClock(test.deps.db, quiet, () => Date.now() + wrong)),
    );
    const limits = clocks.map((each) => createLimits(pool, each.now));
    const rule = { calls: 3, seconds: 60 };
    const take = async (nth: number) => limits[nth % 3]?.take('/together', HERE.ip, rule);
    for (let n = 0; n < 3; n += 1) await take(n);
    for (let n = 0; n < 3; n += 1) await expect(take(n)).rejects.toMatchObject({ code: 'rate_limited' });
    for (const each of clocks) each.stop();
    await pool.end();
  });
});
