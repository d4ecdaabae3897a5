import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { PASSWORD, submission } from '#server/testing/factories.ts';
import { aSignedInUser, aUser } from '#server/testing/people.ts';
import { type Loose, type Origin, type TestApp, testApp } from '#server/testing/test-app.ts';

const ON = { RATE_LIMITS: 'on' };
const TOO_MANY = 'Too many requests. Please try again later.';
const SECOND = 1000;

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, ON);
});
afterAll(() => test.close());
// Only Date is faked. Timers are real, because the database connection needs them.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T15:00:00Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await test.deps.db.deleteFrom('rate_limits').execute();
});

const message = { name: 'Cora', email: 'cora@caller.example', message: 'Do you also repair sign lighting?' };
const wrong = (email = 'nobody@staff.example') => ({ body: { email, password: 'not-the-password' } });

const limited: { name: string; endpoint: Endpoint; calls: number; seconds: number; status: number; input: Loose }[] = [
  {
    name: 'five messages an hour',
    endpoint: api.contact.submit,
    calls: 5,
    seconds: 3600,
    status: 201,
    input: { body: message },
  },
  {
    name: 'ten requests an hour',
    endpoint: api.requests.create,
    calls: 10,
    seconds: 3600,
    status: 201,
    input: { body: submission() },
  },
  {
    name: 'thirty look-ups a minute',
    endpoint: api.requests.track,
    calls: 30,
    seconds: 60,
    status: 404,
    input: { params: { id: 'REQ-AAAAAAAAA-AAAAA' } },
  },
  {
    name: 'ten set-up attempts a minute',
    endpoint: api.auth.setup,
    calls: 10,
    seconds: 60,
    status: 400,
    input: { body: {} },
  },
];

async function statuses(
  count: number,
  endpoint: Endpoint,
  input: Loose | ((n: number) => Loose),
  from: (n: number) => Origin,
) {
  const seen = [];
  for (let n = 0; n < count; n += 1) {
    const asked = typeof input === 'function' ? input(n) : input;
    seen.push((await test.caller(undefined, from(n)).attempt(endpoint, asked)).status);
  }
  return seen;
}
const times = (count: number, status: number) => Array<number>(count).fill(status);

describe('one network', () => {
  it.each(limited)(
    'has $name, and the refusal says when to try again',
    async ({ endpoint, calls, seconds, status, input }) => {
      const here = { ip: '198.51.100.1' };
      expect(await statuses(calls, endpoint, input, () => here)).toEqual(times(calls, status));
      vi.setSystemTime(Date.now() + 20 * SECOND);
      const answer = await test.caller(undefined, here).attempt(endpoint, input);
      expect(answer.status).toBe(429);
      expect(answer.body).toMatchObject({ error: 'rate_limited', message: TOO_MANY });
      expect(answer.headers['retry-after']).toBe(String(seconds - 20));
      expect(await statuses(1, endpoint, input, () => ({ ip: '198.51.100.2' }))).toEqual([status]);

      vi.setSystemTime(Date.now() + (seconds - 20) * SECOND + 1);
      expect(await statuses(1, endpoint, input, () => here)).toEqual([status]);
    },
  );

  it('has ten sign-ins a minute over all accounts', async () => {
    const here = () => ({ ip: '198.51.100.1' });
    const seen = await statuses(12, api.auth.login, (n) => wrong(`nobody${n}@staff.example`), here);
    expect(seen).toEqual([...times(10, 401), 429, 429]);
  });

  it('is a /64 of IPv6', async () => {
    const rotating = (n: number) => ({ ip: `2001:db8:1:2:${n.toString(16)}::${n + 1}` });
    expect(await statuses(7, api.contact.submit, { body: message }, rotating)).toEqual([...times(5, 201), 429, 429]);
    expect(await statuses(1, api.contact.submit, { body: message }, () => ({ ip: '2001:db8:1:3::1' }))).toEqual([201]);
  });

  it('of IPv4 is the same network in the IPv6 notation', async () => {
    const either = (n: number) => ({ ip: n % 2 ? '::ffff:203.0.113.9' : '203.0.113.9' });
    expect(await statuses(6, api.contact.submit, { body: message }, either)).toEqual([...times(5, 201), 429]);
  });

  it('keeps its count after 20,000 other networks were counted', async () => {
    const send = () => test.deps.limits.take('/contact/submit', '10.0.0.1', { calls: 5, seconds: 3600 });
    for (let call = 0; call < 5; call += 1) await send();
    await sql`insert into rate_limits (key, points, expire)
      select '/contact/submit:192.0.' || n, 1, ${Date.now() + 3600 * SECOND}::bigint from generate_series(1, 20000) n`.execute(
      test.deps.db,
    );
    await expect(send()).rejects.toMatchObject({ code: 'rate_limited', message: TOO_MANY });
  });

  it('has one count over all instances', async () => {
    const second = await testApp({}, ON, { join: test });
    try {
      const here = { ip: '198.51.100.1' };
      await statuses(5, api.contact.submit, { body: message }, () => here);
      const answer = await second.caller(undefined, here).attempt(api.contact.submit, { body: message });
      expect(answer.status).toBe(429);
    } finally {
      await second.close();
    }
  });
});

describe('X-Forwarded-For', () => {
  const forged = (ip: string) => (n: number) => ({ ip, headers: { 'x-forwarded-for': `192.0.2.${n % 250}` } });

  it('is ignored while no proxy is trusted: 1,000 forged values change nothing', async () => {
    const input = { params: { id: 'REQ-AAAAAAAAA-AAAAA' } };
    const twenty = (from: number) =>
      statuses(20, api.requests.track, input, (n) => ({
        ip: '198.51.100.1',
        headers: { 'x-forwarded-for': `192.0.${(from + n) >> 8}.${(from + n) & 255}` },
      }));
    const seen = (await Promise.all(Array.from({ length: 50 }, (_, nth) => twenty(nth * 20)))).flat();
    expect(seen).toHaveLength(1_000);
    expect(seen.filter((status) => status !== 429)).toEqual(times(30, 404));
  });

  it('is used only from a trusted proxy, and only the address that this proxy added', async () => {
    const behind = await testApp({}, { ...ON, TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8:ffff::1' }, { join: test });
    const status = async (from: Origin) =>
      (await behind.caller(undefined, from).attempt(api.contact.submit, { body: message })).status;
    const each = async (from: (n: number) => Origin) => {
      const seen = [];
      for (let n = 0; n < 6; n += 1) seen.push(await status(from(n)));
      return seen;
    };
    const via = (ip: string, entry: (n: number) => string) =>
      each((n) => ({ ip, headers: { 'x-forwarded-for': entry(n) } }));
    try {
      expect(await each(forged('10.1.2.3'))).toEqual(times(6, 201));
      expect(await via('2001:db8:ffff::1', (n) => `192.0.2.${100 + n}`)).toEqual(times(6, 201));
      expect(await each(forged('203.0.113.5'))).toEqual([...times(5, 201), 429]);
      // The value that the visitor forged stands to the left of the address that the proxy added.
      expect(await via('10.1.2.3', (n) => `192.0.3.${n}, 203.0.113.66`)).toEqual([...times(5, 201), 429]);
      // Azure's gateway adds the port, which is another one for each connection.
      for (const entry of ['203.0.113.77:', '[2001:db8:7::1]:', '203.0.113.78:9, 10.9.9.9:', '_client'])
        expect(await via('10.1.2.4', (n) => `${entry}${41_000 + n}`)).toEqual([...times(5, 201), 429]);
    } finally {
      await behind.close();
    }
  });
});

describe('failing to sign in to one account', () => {
  const attacker = { ip: '203.0.113.200' };
  const owner = { ip: '198.51.100.7' };
  const tryOnce = async (email: string, password: string, from: Origin) => {
    // These tests exceed the limit per network, which is not their subject.
    await test.deps.db.deleteFrom('rate_limits').where('key', 'like', '/auth/login%').execute();
    return test.caller(undefined, from).attempt(api.auth.login, { body: { email, password } });
  };

  it('costs no wait five times, and then a wait that doubles up to 15 minutes', async () => {
    const { email } = await aUser(test, 'admin');
    for (let n = 0; n < 5; n += 1) expect((await tryOnce(email, 'wrong', attacker)).status).toBe(401);
    const waits = [];
    for (let n = 0; n < 12; n += 1) {
      const refused = await tryOnce(email, 'wrong', attacker);
      expect(refused).toMatchObject({ status: 429, body: { message: TOO_MANY } });
      const wait = Number(refused.headers['retry-after']);
      waits.push(wait);
      vi.setSystemTime(Date.now() + wait * SECOND);
      expect((await tryOnce(email, 'wrong', attacker)).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it('makes even the right password wait on that network, and never locks the owner out on another one', async () => {
    const { email } = await aUser(test, 'admin');
    for (let n = 0; n < 5; n += 1) await tryOnce(email, 'wrong', attacker);
    expect((await tryOnce(email, PASSWORD, attacker)).status).toBe(429);
    expect((await tryOnce(email, PASSWORD, owner)).status).toBe(200);
    // The owner's sign-in does not lift the attacker's wait.
    expect((await tryOnce(email, PASSWORD, attacker)).status).toBe(429);
    expect((await tryOnce((await aUser(test, 'admin')).email, PASSWORD, attacker)).status).toBe(200);
  });

  it('is forgotten after a success', async () => {
    const { email } = await aUser(test, 'admin');
    for (let n = 0; n < 4; n += 1) await tryOnce(email, 'wrong', owner);
    expect((await tryOnce(email, PASSWORD, owner)).status).toBe(200);
    for (let n = 0; n < 4; n += 1) await tryOnce(email, 'wrong', owner);
    expect((await tryOnce(email, PASSWORD, owner)).status).toBe(200);
  });

  it('waits in the same way for an address without an account', async () => {
    for (let n = 0; n < 5; n += 1) expect((await tryOnce('ghost@staff.example', 'wrong', attacker)).status).toBe(401);
    expect((await tryOnce('ghost@staff.example', 'wrong', attacker)).status).toBe(429);
  });
});

describe('changing the password', () => {
  it('is limited to ten attempts a minute', async () => {
    const right = await aSignedInUser(test, 'auditor');
    const weak = { current_password: PASSWORD, new_password: 'password' };
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push((await right.attempt(api.users.changePassword, { body: weak })).status);
    expect(tries).toEqual([...times(10, 400), 429]);
  });
});

describe('the field that nobody sees', () => {
  it('spares a program no limit', async () => {
    const website = 'https://spam.example';
    const here = test.caller(undefined, { ip: '198.51.100.1' });
    const sent = [];
    for (let n = 0; n < 6; n += 1)
      sent.push((await here.attempt(api.contact.submit, { body: { ...message, website } })).status);
    expect(sent).toEqual([...times(5, 201), 429]);
    const requests = [];
    for (let n = 0; n < 11; n += 1)
      requests.push((await here.attempt(api.requests.create, { body: submission({ website }) })).status);
    expect(requests).toEqual([...times(10, 201), 429]);
  });
});

describe('a JSON body', () => {
  it('of a visitor has at most 64 kB, a body of staff at most 256 kB', async () => {
    const body = { ...message, message: 'x'.repeat(70_000) };
    expect((await test.caller().attempt(api.contact.submit, { body })).status).toBe(413);
    const person = await aSignedInUser(test, 'admin');
    expect((await person.attempt(api.users.create, { body })).status).toBe(400);
  });
});

describe('one account', () => {
  it('writes 240 times a minute from all its networks, also by exports, and reads on', async () => {
    const [person, other] = [await aSignedInUser(test, 'auditor'), await aSignedInUser(test, 'auditor')];
    const write = (n: number) =>
      test.caller(person.token, { ip: `198.51.100.${n % 200}` }).attempt(api.notifications.markAllRead);
    for (let n = 0; n < 239; n += 1) expect((await write(n)).status).toBe(200);
    const table = { query: { table: 'status' } };
    expect((await person.attempt(api.reports.export, table)).status).toBe(200);
    vi.setSystemTime(Date.now() + 20 * SECOND);
    const refused = [await write(0), await person.attempt(api.reports.export, table)];
    for (const answer of refused) {
      expect([answer.status, answer.headers['retry-after'], answer.body.message]).toEqual([429, '40', TOO_MANY]);
    }
    expect((await person.attempt(api.notifications.list)).status).toBe(200);
    expect((await other.attempt(api.notifications.markAllRead)).status).toBe(200);
    vi.setSystemTime(Date.now() + 41 * SECOND);
    expect((await write(0)).status).toBe(200);
  });
});
