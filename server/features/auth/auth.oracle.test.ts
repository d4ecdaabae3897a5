import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createPasswords } from '#server/lib/passwords.ts';
import { as } from '#server/testing/factories.ts';
import { aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
/** The passwords that were compared, whatever with. */
let compared: string[];
beforeAll(async () => {
  const passwords = await createPasswords();
  compared = [];
  const verify: typeof passwords.verify = (stored, password) => {
    compared.push(password);
    return passwords.verify(stored, password);
  };
  test = await testApp({ passwords: { ...passwords, verify } });
  const admin = await as(test, 'admin');
  await admin.call(api.users.create, { body: { name: 'Ina Vited', email: 'invited@staff.example', invite: true } });
  compared = [];
});
afterAll(() => test.close());

async function attempt(email: string) {
  const { status, body } = await test
    .caller()
    .attempt(api.auth.login, { body: { email, password: 'not-the-password' } });
  return { status, body: { ...body, request_id: null }, compared: compared.splice(0) };
}

// How often a comparison hashes is in passwords.test.ts.
it('A failed sign-in answers alike, after one comparison, for every kind of account and for none', async () => {
  const [active, gone] = [await aUser(test, 'technician'), await aUser(test, 'technician', { is_active: false })];
  const wrong = await attempt(active.email);
  expect(wrong).toMatchObject({ status: 401, compared: ['not-the-password'] });
  for (const email of ['nobody@staff.example', 'invited@staff.example', gone.email]) {
    expect([email, await attempt(email)]).toEqual([email, wrong]);
  }
});
