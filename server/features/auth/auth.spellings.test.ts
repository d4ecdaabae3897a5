import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, PASSWORD, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

/** A decomposed u and a no-break space, as some keyboards and password managers write them. */
const TYPED = 'Zu\u0308rich\u00a0leuchtet um acht';
const SAME = 'Z\u00fcrich leuchtet um acht';

const signIn = async ({ email }: Person, password: string) =>
  (await test.caller().attempt(api.auth.login, { body: { email, password } })).status;
const change = (person: Person, new_password: string) =>
  person.attempt(api.users.changePassword, { body: { current_password: PASSWORD, new_password } });

it('A new password opens the account in each of its spellings', async () => {
  for (const chosen of [TYPED, SAME]) {
    const person = await as(test, 'technician');
    expect((await change(person, chosen)).status).toBe(200);
    expect([await signIn(person, TYPED), await signIn(person, SAME)]).toEqual([200, 200]);
    expect(await signIn(person, SAME.toLowerCase())).toBe(401);
  }
});

it('A password stored as it was typed opens the account, and then in each spelling', async () => {
  const person = await as(test, 'technician');
  const row = () => test.deps.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
  await test.deps.db
    .updateTable('users')
    .set({ password_hash: await hash(TYPED) })
    .where('id', '=', person.id)
    .execute();
  const { version } = await row();
  expect(await signIn(person, SAME)).toBe(401);
  expect(await signIn(person, TYPED)).toBe(200);
  expect([await signIn(person, SAME), await signIn(person, TYPED)]).toEqual([200, 200]);
  // Nobody has edited the user, and open sessions go on.
  expect((await row()).version).toBe(version);
  expect((await person.attempt(api.auth.me)).status).toBe(200);
});

it('The length of a new password is that of its composed characters', async () => {
  const person = await as(test, 'technician');
  expect(await change(person, 'u\u0308'.repeat(5))).toMatchObject({
    status: 400,
    body: { message: 'Password must be at least 6 characters' },
  });
});
