import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createUserBody } from '#contract/users.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

let counter = 0;
const newcomer = () => {
  counter += 1;
  return { name: 'New Comer', email: `new-${counter}@example.com`, password: 'long-enough-7' };
};
const signIn = (email: string, password: string) =>
  test.caller().attempt(api.auth.login, { body: { email, password } });

describe('a user that is sent again after a lost answer', () => {
  it('is created once, and answered as the first time, also twice at once', async () => {
    const body = newcomer();
    const idempotencyKey = randomUUID();
    const send = () => admin.call(api.users.create, { body, idempotencyKey });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect(await send()).toEqual(first);
    const { users } = await admin.call(api.users.list, {});
    expect(users.filter(({ email }) => email === body.email)).toHaveLength(1);
    expect((await signIn(body.email, body.password)).status).toBe(200);
  });

  it('is refused with another password under the same key', async () => {
    const body = newcomer();
    const idempotencyKey = randomUUID();
    await admin.call(api.users.create, { body, idempotencyKey });
    const other = { ...body, password: 'another-one-8' };
    const answer = await admin.attempt(api.users.create, { body: other, idempotencyKey });
    expect([answer.status, answer.body.error]).toEqual([409, 'key_reused']);
  });

  it('leaves no hash of the password that is quick to compute', async () => {
    const body = newcomer();
    const idempotencyKey = randomUUID();
    await admin.call(api.users.create, { body, idempotencyKey });
    const kept = await test.deps.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', idempotencyKey)
      .executeTakeFirstOrThrow();
    const parsed = createUserBody.parse(body);
    const quick = createHash('sha256')
      .update(JSON.stringify([undefined, parsed]))
      .digest();
    expect(kept.content_hash.equals(quick)).toBe(false);
    expect(JSON.stringify(kept.answer)).not.toContain(body.password);
  });
});
