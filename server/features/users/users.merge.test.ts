import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { User } from '#contract/users.ts';
import { as, PASSWORD, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let ada: Person;
let olive: Person;
beforeAll(async () => {
  test = await testApp();
  ada = await as(test, 'admin', { name: 'Ada' });
  olive = await as(test, 'admin', { name: 'Olive' });
});
afterAll(() => test.close());

const pathOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });
const read = async (person: { id: number }) => (await ada.call(api.users.get, pathOf(person))).user;
/** Sends the edit of a form that showed `seen`. */
const edit = (who: Person, { is_invited: _, created_at: __, id, ...seen }: User, change: object) =>
  who.attempt(api.users.update, { ...pathOf({ id }), body: { ...seen, ...change } });
const toggle = (who: Person, { id, version }: User) =>
  who.attempt(api.users.toggleStatus, { ...pathOf({ id }), body: { version } });
const [first, second] = ['ladders-up-at-9', 'ladders-up-at-10'];

describe('an edit of a user on an older version', () => {
  it('that gives access meets a change of the email address', async () => {
    const seen = await read(await as(test, 'technician'));
    await edit(olive, seen, { email: 'taken-over@example.com' });
    const late = await edit(ada, seen, { role: 'admin' });
    expect(late.body.message).toMatch(/^Olive changed the email address on /);
    expect((await read(seen)).role).toBe('technician');
  });

  it('that activates meets a change of the role', async () => {
    const user = await read(await as(test, 'technician'));
    await toggle(olive, user);
    const seen = await read(user);
    await edit(olive, seen, { role: 'admin' });
    expect((await toggle(ada, seen)).body.message).toMatch(/^Olive changed the role on /);
    expect((await read(user)).is_active).toBe(false);
  });

  it('that deactivates merges with a new phone', async () => {
    const seen = await read(await as(test, 'technician'));
    await edit(olive, seen, { phone: '(407) 555-0101' });
    expect((await toggle(ada, seen)).status).toBe(200);
    expect(await read(seen)).toMatchObject({ is_active: false, phone: '(407) 555-0101' });
  });

  it('sent as a whole form leaves a deactivation as it is', async () => {
    const seen = await read(await as(test, 'technician'));
    await toggle(olive, seen);
    expect((await edit(ada, seen, { phone: '(407) 555-0101' })).status).toBe(200);
    expect(await read(seen)).toMatchObject({ is_active: false, phone: '(407) 555-0101' });
  });

  it('with a password meets another new password', async () => {
    const seen = await read(await as(test, 'technician'));
    await edit(olive, seen, { password: first });
    const late = await edit(ada, seen, { password: second });
    expect(late.body.details).toEqual([{ field: 'password', message: late.body.message }]);
    expect(late.body.message).toMatch(/^Olive changed the password on /);
  });

  it('without a password merges with a new one', async () => {
    const person = await as(test, 'technician');
    const seen = await read(person);
    const body = { current_password: PASSWORD, new_password: first };
    await person.call(api.users.changePassword, { body });
    expect((await edit(ada, seen, { role: 'auditor' })).status).toBe(200);
    const login = { body: { email: person.email, password: first } };
    expect((await test.caller().attempt(api.auth.login, login)).status).toBe(200);
  });

  it('does not demote an admin who became one since', async () => {
    const seen = await read(await as(test, 'technician'));
    await edit(olive, seen, { role: 'admin' });
    await edit(ada, seen, { name: 'Tess Volt' });
    expect(await read(seen)).toMatchObject({ role: 'admin', name: 'Tess Volt' });
  });
});

it('the kept changes have no hash of a password', async () => {
  const seen = await read(await as(test, 'technician'));
  await edit(olive, seen, { password: first });
  const { recent_changes } = await test.deps.db
    .selectFrom('users')
    .select('recent_changes')
    .where('id', '=', seen.id)
    .executeTakeFirstOrThrow();
  expect(recent_changes).toMatchObject([{ field: 'password', before: null, by: olive.id }]);
});
