import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let clock: ReturnType<typeof aClock>;
let test: TestApp;
beforeEach(async () => {
  clock = aClock('2026-03-02T15:00:00Z');
  test = await testApp({ now: clock.now }, { RATE_LIMITS: 'on' });
});
afterEach(() => test.close());

const signIn = async (email: string, ip: string, password = 'wrong') =>
  (await test.caller(undefined, { ip }).attempt(api.auth.login, { body: { email, password } })).status;

describe('sign-ins from a /48 of IPv6', () => {
  it('have together the limit of three networks', async () => {
    const { email } = await aUser(test, 'admin');
    const seen = [];
    for (let n = 0; n < 300; n += 1) seen.push(await signIn(`x${n}@staff.example`, `2001:db8:7:${n.toString(16)}::1`));
    expect(seen.filter((status) => status === 401)).toHaveLength(30);
    expect(new Set(seen.slice(30))).toEqual(new Set([429]));
    // Another /48 is not affected.
    expect(await signIn(email, '2001:db8:8:1::1', PASSWORD)).toBe(200);
  });
});

describe('an account that many networks try to open', () => {
  const HOME = '198.51.100.7';
  const stranger = (n: number) => `203.0.113.${n}`;

  it('admits its owner from a network of an earlier sign-in, and refuses other networks', async () => {
    const { email } = await aUser(test, 'admin');
    expect(await signIn(email, HOME, PASSWORD)).toBe(200);
    const seen = [];
    for (let n = 1; n <= 40; n += 1) seen.push(await signIn(email, stranger(n)));
    expect(seen).toEqual([...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
    expect(await signIn(email, stranger(41), PASSWORD)).toBe(429);
    expect(await signIn(email, HOME, PASSWORD)).toBe(200);
    // A wrong password on the owner's network has no further cost.
    expect(await signIn(email, HOME)).toBe(401);
    expect(await signIn(email, HOME, PASSWORD)).toBe(200);
    clock.forward(61);
    expect(await signIn(email, stranger(41), PASSWORD)).toBe(200);
  });

  it('gives the same answers when the account does not exist', async () => {
    const seen = [];
    for (let n = 1; n <= 31; n += 1) seen.push(await signIn('ghost@staff.example', stranger(n)));
    expect(seen).toEqual([...Array<number>(30).fill(401), 429]);
  });

  it('forgets a network after 90 days, and stores no address', async () => {
    const user = await aUser(test, 'admin');
    await signIn(user.email, HOME, PASSWORD);
    const known = () => test.deps.db.selectFrom('known_networks').selectAll().execute();
    const [row] = await known();
    expect([row?.user_id, row?.network.length]).toEqual([user.id, 32]);
    expect(row?.network.toString('latin1')).not.toContain(HOME);
    clock.forward(91 * 24 * 60);
    for (let n = 1; n <= 30; n += 1) await signIn(user.email, stranger(n));
    expect(await signIn(user.email, HOME, PASSWORD)).toBe(429);
    clock.forward(61);
    await signIn(user.email, stranger(99), PASSWORD);
    expect((await known()).map(({ network }) => network)).not.toContainEqual(row?.network);
  });
});

describe('a flood of failed sign-ins from one network', () => {
  const failures = () =>
    test.deps.db
      .selectFrom('audit_events')
      .select(['after', 'ip'])
      .where('action', '=', 'auth.login_failed')
      .orderBy('id')
      .execute();

  it('leaves twenty events an hour, and then one event a minute with the number of failures', async () => {
    for (let n = 0; n < 50; n += 1) {
      expect(await signIn(`x${n % 7}-${n}@staff.example`, '203.0.113.5')).toBe(401);
      // Ten a minute are admitted. Exactly a minute later, the milliseconds of the call itself would decide.
      if (n % 10 === 9) clock.forward(2);
    }
    expect(await failures()).toHaveLength(20);
    // Waiting failures are written after a minute, or at the end of the process.
    await test.settled();
    const events = await failures();
    expect(events).toHaveLength(21);
    expect(events.at(-1)).toEqual({
      ip: '203.0.113.5',
      after: { email: 'x6-20@staff.example', attempts: 30, addresses: 30 },
    });
    expect(await signIn('y@staff.example', '203.0.113.6')).toBe(401);
    expect(await failures()).toHaveLength(22);
    clock.forward(61);
    expect(await signIn('y@staff.example', '203.0.113.5')).toBe(401);
    expect(await failures()).toHaveLength(23);
  });
});
