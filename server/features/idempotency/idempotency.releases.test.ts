import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, type Person, submission } from '#server/testing/factories.ts';
import { releasedRows } from '#server/testing/released-rows.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

const message = { name: 'Cora Caller', email: 'cora@caller.example', message: 'Do you repair signs?' };
const newcomer = { name: 'Tess Volt', email: 'tess@volt.example', role: 'technician', invite: true } as const;
const released = releasedRows['idempotency_keys.answer'];

const calls = {
  'users.create': (key: string) => admin.attempt(api.users.create, { body: newcomer, idempotencyKey: key }),
  'requests.enter': (key: string) => admin.attempt(api.requests.enter, { body: submission(), idempotencyKey: key }),
  'contact.submit': (key: string) => test.caller().attempt(api.contact.submit, { body: message, idempotencyKey: key }),
};
/** Changes a stored answer to what another release stores. */
const store = (key: string, answer: RawBuilder<unknown>) =>
  sql`update idempotency_keys set answer = ${answer} where key = ${key}::uuid`.execute(test.deps.db);

it.each([
  ['users.create', sql`(answer #- '{user,is_invited}') || '{"fax":1}'`],
  ['requests.enter', sql`(answer - 'id') || '{"number":7}'`],
  ['contact.submit', sql`(answer - 'message') || '{"ticket":{"n":1}}'`],
] as const)('a repeat of %s gets today’s value of a field that was not stored', async (name, answer) => {
  const key = randomUUID();
  const first = await calls[name](key);
  expect(first.status).toBeLessThan(300);
  await store(key, answer);
  expect(await calls[name](key)).toMatchObject({ status: first.status, body: first.body });
});

it.each([
  ['users.create', released['users.create']],
  ['requests.enter', { request: released['requests.create'] }],
  ['contact.submit', released['contact.submit']],
] as const)('an answer of %s that the last release stored is repeated', async (name, answer) => {
  const key = randomUUID();
  if (name === 'users.create')
    await test.deps.db.updateTable('users').set({ email: randomUUID() }).where('email', '=', newcomer.email).execute();
  const first = await calls[name](key);
  const stored = name === 'requests.enter' ? released['requests.create'] : answer;
  await store(key, sql`${JSON.stringify(stored)}::jsonb`);
  expect(await calls[name](key)).toMatchObject({ status: first.status, body: answer });
});
