import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { textLimits } from '#contract/words/limits.ts';
import { aRequest, as, type Person, picture, submission } from '#server/testing/factories.ts';
import { aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });
const read = async (one: { id: number }) => (await admin.call(api.requests.get, idOf(one))).request;
const correct = (one: { id: number }, body: object) =>
  admin.attempt(api.requests.update, { ...idOf(one), body: { ...body } });

describe.each([
  ['decomposed letters', 'e\u0301', 'é'],
  ['emoji', '💡', '💡'],
])('a title of 150 %s', (_, typed, stored) => {
  const title = typed.repeat(textLimits.requestTitle);

  it('is accepted, with files and without', async () => {
    const plain = await aRequest(test, { title });
    const form = await aRequest(test, { title }, [{ name: 'a.png', type: 'image/png', bytes: await picture() }]);
    const titles = [(await read(plain)).title, (await read(form)).title];
    expect(titles).toEqual(Array(2).fill(stored.repeat(textLimits.requestTitle)));
  });

  it('can be saved again', async () => {
    const request = await aRequest(test, { title });
    const now = await read(request);
    expect((await correct(request, { title: `${now.title.slice(0, -stored.length)}.` })).status).toBe(200);
    expect((await correct(request, { title: `${now.title}x` })).status).toBe(400);
  });
});

it('refuses what is longer when it is composed', async () => {
  const body = submission({ title: '\ufb2c'.repeat(51) });
  expect((await test.caller().attempt(api.requests.create, { body })).body).toMatchObject({
    details: [{ field: 'title', message: 'Must be at most 150 characters' }],
  });
});

it('refuses a longer text of a form in the same words', async () => {
  const file = { name: 'a.png', type: 'image/png', bytes: await picture() };
  for (const title of ['💡'.repeat(151), 'x'.repeat(601)]) {
    const { body } = await test.caller().attempt(api.requests.create, { body: submission({ title }), files: [file] });
    expect(body).toMatchObject({ details: [{ field: 'title', message: 'Must be at most 150 characters' }] });
  }
});

describe('a longer text that an earlier release has stored', () => {
  it('lets another field of the request be corrected', async () => {
    const request = await aRequest(test);
    const title = 'x'.repeat(450);
    await test.deps.db.updateTable('requests').set({ title }).where('id', '=', request.id).execute();
    const { version } = await read(request);
    expect((await correct(request, { title, customer_phone: '407 555 0101', version })).status).toBe(200);
    expect(await read(request)).toMatchObject({ title, customer: { phone: '407 555 0101' } });
  });

  it('lets another field of the user be changed', async () => {
    const { id } = await aUser(test, 'technician');
    await test.deps.db
      .updateTable('users')
      .set({ name: 'x'.repeat(300) })
      .where('id', '=', id)
      .execute();
    const { created_at: _, is_invited: __, id: ___, ...seen } = (await admin.call(api.users.get, idOf({ id }))).user;
    const body = { ...seen, base_location: 'Tampa' };
    expect((await admin.attempt(api.users.update, { ...idOf({ id }), body })).status).toBe(200);
  });

  it('lets another part of the settings be changed', async () => {
    const now = test.business;
    const details = { ...now, tagline: 'x'.repeat(360), address: { ...now.address, street: 'x'.repeat(360) } };
    await test.deps.db
      .updateTable('settings')
      .set({ details: JSON.stringify(details) })
      .execute();
    const { updated_at: _, ...seen } = (await admin.call(api.settings.get, {})).settings;
    const body = { ...seen, address: { ...seen.address, city: 'Tampa' } };
    const { settings } = await admin.call(api.settings.update, { body });
    expect(settings).toMatchObject({ tagline: details.tagline, address: body.address });
  });
});
