import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Role } from '#contract/words/roles.ts';
import { tokenHash } from '#server/lib/tokens.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, PASSWORD, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const clock = aClock('2026-03-02T13:00:00Z');

let test: TestApp;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
});
afterAll(() => test.close());

const signIn = (body: object) => test.caller().attempt(api.auth.login, { body });
const statusOf = async (person: { token: string | undefined }) =>
  (await test.caller(person.token).attempt(api.auth.me)).status;
const edit = (person: Person, fields: { role: Role; is_active?: boolean; password?: string }) => ({
  params: { id: String(person.id) },
  body: { name: person.name, email: person.email, is_active: true, ...fields },
});

describe('signing in', () => {
  it.each([
    [{ password: 'x' }, 'Email is required'],
    [{ email: '  ', password: 'x' }, 'Email is required'],
    [{ email: 'a@b.example' }, 'Password is required'],
    [{ email: 'a@b.example', password: '' }, 'Password is required'],
    [{ email: 'no address', password: 'x' }, 'Please enter a valid email'],
    [{ email: 'a@b', password: 'x' }, 'Please enter a valid email'],
    [{ email: ['a@b.example'], password: 'x' }, 'Email is required'],
    [{ email: 'a@b.example', password: 123456 }, 'Password is required'],
    [{ email: 'a@b.example', password: 'x', role: 'admin' }, 'Unknown field'],
  ])('%j is refused with its text', async (body, message) => {
    const answer = await signIn(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });

  it('returns the user with the role and a working token, without the password', async () => {
    const person = await as(test, 'technician');
    const answer = await signIn({ email: person.email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['token', 'user']);
    expect(answer.body.user).toMatchObject({ id: person.id, role: 'technician', is_active: true });
    expect(answer.text).not.toMatch(/password|argon2|hash/i);
    expect(await statusOf({ token: String(answer.body.token) })).toBe(200);
  });

  it('gives a wrong password, an unknown address and an inactive user the same answer', async () => {
    const active = await as(test, 'admin');
    const inactive = await as(test, 'admin', { is_active: false });
    const answers = await Promise.all([
      signIn({ email: active.email, password: `${PASSWORD}x` }),
      signIn({ email: 'nobody@example.com', password: PASSWORD }),
      signIn({ email: inactive.email, password: PASSWORD }),
    ]);
    for (const { status, body } of answers) {
      const { request_id, ...rest } = body;
      expect(request_id).toEqual(expect.any(String));
      expect({ status, ...rest }).toEqual({
        status: 401,
        error: 'unauthorized',
        message: 'Invalid email or password',
      });
    }
  });

  it('leaves only a hash of the token in the database', async () => {
    const { token } = await as(test, 'admin');
    const sessions = await test.deps.db.selectFrom('sessions').selectAll().execute();
    expect(sessions.some((row) => row.token_hash.equals(tokenHash(token ?? '')))).toBe(true);
    for (const row of sessions) {
      expect(row.token_hash).toHaveLength(32);
      expect(
        JSON.stringify(row) + row.token_hash.toString('utf8') + row.token_hash.toString('base64url'),
      ).not.toContain(token);
    }
  });

  it('accepts only a bearer token in its header', async () => {
    const { token } = await as(test, 'admin');
    for (const headers of [
      { cookie: `auth_token=${token}` },
      { authorization: String(token) },
      { 'x-auth-token': token },
    ]) {
      const response = await test.app.inject({ method: 'GET', url: `/api/auth/me?token=${token}`, headers });
      expect(response.statusCode).toBe(401);
    }
  });
});

describe('a session', () => {
  it('ends at once on logout, and other sessions stay', async () => {
    const person = await as(test, 'admin');
    const other = await test.caller().call(api.auth.login, { body: { email: person.email, password: PASSWORD } });
    expect((await person.call(api.auth.me, {})).user).toMatchObject({ id: person.id, email: person.email });
    await person.call(api.auth.logout, {});
    expect(await statusOf(person)).toBe(401);
    expect(await statusOf(other)).toBe(200);
  });

  it.each(['admin', 'auditor'] as const)('of an %s ends after 30 idle minutes', async (role) => {
    const person = await as(test, role);
    clock.forward(29);
    expect(await statusOf(person)).toBe(200);
    clock.forward(29);
    expect(await statusOf(person)).toBe(200);
    clock.forward(30);
    expect(await statusOf(person)).toBe(401);
  });

  it.each(['admin', 'auditor'] as const)('of an %s ends as well while the open page asks by itself', async (role) => {
    const person = await as(test, role);
    const poll = test.caller(person.token, { headers: { 'x-unattended': '1' } });
    clock.forward(29);
    expect((await poll.attempt(api.auth.me)).status).toBe(200);
    clock.forward(1);
    expect((await poll.attempt(api.auth.me)).status).toBe(401);
  });

  it.each(['admin', 'auditor'] as const)('of an %s ends after 12 hours of constant use', async (role) => {
    const person = await as(test, role);
    for (let minutes = 20; minutes < 12 * HOUR; minutes += 20) {
      clock.forward(20);
      expect(await statusOf(person)).toBe(200);
    }
    clock.forward(20);
    expect(await statusOf(person)).toBe(401);
  });

  it('of a technician ends after 7 days, also without use', async () => {
    const person = await as(test, 'technician');
    clock.forward(7 * DAY - 1);
    expect(await statusOf(person)).toBe(200);
    clock.forward(1);
    expect(await statusOf(person)).toBe(401);
  });

  it('of a technician who becomes an admin has the limits of an admin', async () => {
    const admin = await as(test, 'admin');
    const [idle, busy] = [await as(test, 'technician'), await as(test, 'technician')];
    for (const person of [idle, busy]) await admin.call(api.users.update, edit(person, { role: 'admin' }));
    expect(await statusOf(idle)).toBe(200);
    for (let minutes = 20; minutes < 12 * HOUR; minutes += 20) {
      clock.forward(20);
      expect(await statusOf(busy)).toBe(200);
    }
    expect(await statusOf(idle)).toBe(401);
    clock.forward(20);
    expect(await statusOf(busy)).toBe(401);
  });

  it('ends when its user is deactivated, and a later activation does not restore it', async () => {
    const admin = await as(test, 'admin');
    const person = await as(test, 'technician');
    await admin.call(api.users.update, edit(person, { role: 'technician', is_active: false }));
    expect(await statusOf(person)).toBe(401);
    await admin.call(api.users.update, edit(person, { role: 'technician' }));
    expect(await statusOf(person)).toBe(401);
    expect((await signIn({ email: person.email, password: PASSWORD })).status).toBe(200);
  });

  it('ends when an admin sets a new password, except the session in which admins set their own password', async () => {
    const admin = await as(test, 'admin');
    const person = await as(test, 'auditor');
    await admin.call(api.users.update, edit(person, { role: 'auditor', password: 'another-one-1' }));
    expect(await statusOf(person)).toBe(401);
    const second = await test.caller().call(api.auth.login, { body: { email: admin.email, password: PASSWORD } });
    await admin.call(api.users.update, edit(admin, { role: 'admin', password: 'another-one-2' }));
    expect(await statusOf(admin)).toBe(200);
    expect(await statusOf(second)).toBe(401);
  });

  it('of a demoted admin gets 403 in the next call', async () => {
    const [first, second] = [await as(test, 'admin'), await as(test, 'admin')];
    expect((await second.attempt(api.users.list)).status).toBe(200);
    await first.call(api.users.update, edit(second, { role: 'technician' }));
    expect((await second.attempt(api.users.list)).status).toBe(403);
    expect((await second.attempt(api.users.update, edit(second, { role: 'admin' }))).status).toBe(403);
    expect((await second.attempt(api.requests.listMine)).status).toBe(200);
  });
});

it('a deactivation during the password check prevents the sign-in', async () => {
  const { verify } = test.deps.passwords;
  const person = await as(test, 'technician');
  let during = async () => undefined as unknown;
  const passwords = {
    ...test.deps.passwords,
    verify: async (stored: string | undefined, given: string) => {
      const matches = await verify(stored, given);
      await during();
      return matches;
    },
  };
  const slow = await testApp({ passwords }, {}, { join: test });
  during = () => test.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute();
  const answer = await slow.caller().attempt(api.auth.login, { body: { email: person.email, password: PASSWORD } });
  expect(answer.status).toBe(401);
  await slow.close();
});
