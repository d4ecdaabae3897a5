import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { prepareFirstAdmin } from './auth.service.ts';

const clock = aClock('2026-03-02T13:00:00Z');
const FROM_SETTINGS = { ADMIN_EMAIL: 'Owner@Example.com', ADMIN_PASSWORD: PASSWORD, ADMIN_NAME: 'The Owner' };

let test: TestApp;
beforeEach(async () => {
  test = await testApp({ now: clock.now });
});
afterEach(() => test.close());

const person = (fields: object = {}) => ({ name: 'First', email: 'first@example.com', password: PASSWORD, ...fields });
const setUp = (setup_token: string | null, fields: object = {}) =>
  test.caller().attempt(api.auth.setup, { body: { ...person(fields), setup_token } });
const admins = () => test.deps.db.selectFrom('users').select(['email', 'name', 'role']).execute();

describe('the one-time set-up link', () => {
  it('creates the first admin, signs them in, and works once', async () => {
    const token = await prepareFirstAdmin(test.deps);
    const answer = await setUp(token);
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ role: 'admin', email: 'first@example.com', is_active: true });
    expect(answer.text).not.toMatch(/password|argon2/);
    expect((await test.caller(String(answer.body.token)).attempt(api.users.list)).status).toBe(200);
    const again = await setUp(token, { email: 'second@example.com' });
    expect(again.status).toBe(403);
    expect(again.body.message).toBe('This set-up link is not valid any more');
    expect(await admins()).toHaveLength(1);
  });

  it('is valid for exactly a day', async () => {
    const token = await prepareFirstAdmin(test.deps);
    clock.forward(24 * 60);
    expect((await setUp(token)).status).toBe(403);
    clock.forward(-1);
    expect((await setUp(token)).status).toBe(201);
  });

  it('is refused once there is an admin, before its password is hashed', async () => {
    const token = await prepareFirstAdmin(test.deps);
    await as(test, 'admin');
    let hashed = 0;
    const { hash } = test.deps.passwords;
    test.deps.passwords.hash = (password) => {
      hashed += 1;
      return hash(password);
    };
    expect((await setUp(token)).status).toBe(403);
    expect(hashed).toBe(0);
    expect(await prepareFirstAdmin(test.deps)).toBeNull();
  });

  it('is refused when an admin is created during its use', async () => {
    const token = await prepareFirstAdmin(test.deps);
    const { hash } = test.deps.passwords;
    test.deps.passwords.hash = async (password) => {
      test.deps.passwords.hash = hash;
      await as(test, 'admin');
      return hash(password);
    };
    expect((await setUp(token)).status).toBe(403);
    expect(await admins()).toHaveLength(1);
  });

  it('is replaced by a newer link, and stored only as a hash', async () => {
    const old = await prepareFirstAdmin(test.deps);
    const token = await prepareFirstAdmin(test.deps);
    const rows = await test.deps.db.selectFrom('setup_tokens').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token);
    expect((await setUp(old)).status).toBe(403);
    expect((await setUp(token)).status).toBe(201);
  });

  it('stays valid after a form with mistakes', async () => {
    const token = await prepareFirstAdmin(test.deps);
    for (const [fields, message] of [
      [{ name: ' ' }, 'Name is required'],
      [{ email: 'x' }, 'Please enter a valid email address'],
      [{ password: '12345' }, 'Password must be at least 6 characters'],
      [{ role: 'auditor' }, 'Unknown field'],
    ] as const) {
      const answer = await setUp(token, fields);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe(message);
    }
    const technician = await as(test, 'technician');
    expect((await setUp(token, { email: technician.email })).status).toBe(409);
    expect((await setUp('not a token')).status).toBe(400);
    expect((await setUp('x'.repeat(43))).status).toBe(403);
    expect((await setUp(token)).status).toBe(201);
  });

  it('works for exactly one of six racing visitors', async () => {
    const token = await prepareFirstAdmin(test.deps);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => setUp(token, { email: `racer-${i}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403]);
    expect(await admins()).toHaveLength(1);
  });
});

describe('the first admin from the settings', () => {
  const started = async () => {
    await test.close();
    test = await testApp({ now: clock.now }, FROM_SETTINGS);
  };

  it('is created once and can sign in with the address in any case', async () => {
    await started();
    expect(await prepareFirstAdmin(test.deps)).toBeNull();
    expect(await prepareFirstAdmin(test.deps)).toBeNull();
    expect(await admins()).toEqual([{ email: 'owner@example.com', name: 'The Owner', role: 'admin' }]);
    const answer = await test
      .caller()
      .attempt(api.auth.login, { body: { email: 'OWNER@example.com', password: PASSWORD } });
    expect(answer.status).toBe(200);
  });

  it('is in the trail, made by nobody who is signed in', async () => {
    await started();
    await prepareFirstAdmin(test.deps);
    const events = await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'actor_name', 'entity', 'after'])
      .execute();
    expect(events).toEqual([
      {
        action: 'auth.setup',
        actor_id: null,
        entity: 'user',
        after: { name: 'The Owner', email: 'owner@example.com', role: 'admin' },
        actor_name: expect.any(String),
      },
    ]);
  });

  it('is created once when several instances start at once', async () => {
    await started();
    const answers = await Promise.all(Array.from({ length: 4 }, () => prepareFirstAdmin(test.deps)));
    expect(answers).toEqual([null, null, null, null]);
    expect(await admins()).toHaveLength(1);
  });

  it('is refused when the address belongs to a user who is no admin', async () => {
    await started();
    await test.deps.db
      .insertInto('users')
      .values({
        name: 'T',
        email: 'owner@example.com',
        role: 'technician',
        password_hash: '',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    await expect(prepareFirstAdmin(test.deps)).rejects.toThrow('ADMIN_EMAIL: owner@example.com');
  });
});
