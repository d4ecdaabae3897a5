import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, type Person, picture, submission } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const GONE = 'The contact message does not exist any more';

let test: TestApp;
let admin: Person;
let other: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'Ada' });
  other = await as(test, 'admin', { name: 'Olive' });
});
afterAll(() => test.close());

type Fields = ReturnType<typeof submission>;
const enter = (change: object = {}, files?: { name: string; bytes: Buffer }[]) =>
  admin.call(api.requests.enter, { body: submission(change) as Fields, ...(files && { files }) });
const detail = async ({ id }: { id: number }) =>
  (await admin.call(api.requests.get, { params: { id: String(id) } })).request;
const bell = async (person: Person) =>
  (await person.call(api.notifications.list, { query: {} })).notifications.map(({ message }) => message);
const made = async (id: number) =>
  (await other.call(api.requests.listFromContact, { params: { id: String(id) } })).requests;

/** A contact message; returns its id. */
async function aMessage(name: string): Promise<number> {
  const body = { name, email: 'dana@whitfield.example', message: 'Four of nine poles are out.' };
  await test.caller().call(api.contact.submit, { body });
  const { data } = await admin.call(api.contact.list, { query: { search: name } });
  return data.contacts[0]?.id ?? 0;
}

describe('a request that the office enters', () => {
  it('has its author in the timeline, in its files and in the trail', async () => {
    const { request } = await enter({ title: 'Told on the phone' }, [{ name: 'pole.png', bytes: await picture() }]);
    const entered = await detail(request);
    expect(entered).toMatchObject({ external_id: request.external_id, status: 'pending', contact_message_id: null });
    expect(entered.history).toMatchObject([{ by: 'Ada', change: 'status', from: null, to: 'pending' }]);
    expect(entered.files).toMatchObject([{ file_name: 'pole.png', uploader: { name: 'Ada' } }]);
    const query = { entity: 'request', entity_id: String(request.id) } as const;
    const { entries } = await admin.call(api.audit.list, { query });
    expect(entries).toHaveLength(1);
    const { entry } = await admin.call(api.audit.get, { params: { id: String(entries[0]?.id) } });
    expect(entry).toMatchObject({
      action: 'requests.create',
      actor: { name: 'Ada' },
      after: { files: ['pole.png'] },
    });
  });

  it('is told to the other admins, and not to its author', async () => {
    const { request } = await enter({ title: 'Rung up about' });
    const message = 'Dana Whitfield: Rung up about';
    expect(await bell(other)).toContain(message);
    expect(await bell(admin)).not.toContain(message);
    expect(await detail(request)).toMatchObject({ version: 1, changed_by: null });
  });

  it('is one when its call is repeated, and another admin may use the same key', async () => {
    const call = { body: submission({ title: 'Twice' }), idempotencyKey: randomUUID() };
    const first = await admin.call(api.requests.enter, call);
    expect(await admin.call(api.requests.enter, call)).toEqual(first);
    expect(await other.call(api.requests.enter, call)).not.toEqual(first);
  });

  it.each([
    ['high', 'high'],
    ['Emergency', 'urgent'],
  ])('of priority %s is stored as %s', async (priority, stored) => {
    expect((await detail((await enter({ priority })).request)).priority).toBe(stored);
    // A form with files has nothing but text.
    const { request } = await enter({ priority }, [{ name: 'pole.png', bytes: await picture() }]);
    expect((await detail(request)).priority).toBe(stored);
  });

  it('has a priority that exists', async () => {
    const message = 'Please choose low, medium, high or Emergency';
    expect(
      await admin.attempt(api.requests.enter, { body: submission({ priority: 'higher' }) as Fields }),
    ).toMatchObject({
      status: 400,
      body: { message, details: [{ field: 'priority', message }] },
    });
  });

  it('has no hidden field, and what is missing is refused with its text', async () => {
    const trap = await admin.attempt(api.requests.enter, { body: submission({ website: 'x' }) });
    expect(trap).toMatchObject({ status: 400, body: { details: [{ field: 'website', message: 'Unknown field' }] } });
    const untitled = await admin.attempt(api.requests.enter, { body: submission({ title: ' ' }) });
    expect(untitled).toMatchObject({ status: 400, body: { message: 'Title is required' } });
  });
});

describe('a request from a contact message', () => {
  it('knows its message, also in the trail, and the message knows its requests', async () => {
    const id = await aMessage('Mona Message');
    const [{ request: first }, { request: second }] = [
      await enter({ contact_message_id: id }),
      // A form with files has nothing but text.
      await enter({ contact_message_id: String(id) }, [{ name: 'pole.png', bytes: await picture() }]),
    ];
    expect(await detail(second)).toMatchObject({ contact_message_id: id });
    expect(await made(id)).toEqual([
      { ...second, status: 'pending' },
      { ...first, status: 'pending' },
    ]);
    const query = { entity: 'request', entity_id: String(first.id) } as const;
    const { entries } = await admin.call(api.audit.list, { query });
    expect(entries).toMatchObject([{ after: { contact_message_id: id } }]);
  });

  it('stays when the message is deleted', async () => {
    const id = await aMessage('Dora Deleted');
    const { request } = await enter({ contact_message_id: id });
    await admin.call(api.contact.remove, { params: { id: String(id) } });
    expect(await detail(request)).toMatchObject({ contact_message_id: null, version: 1 });
    expect(await made(id)).toEqual([]);
  });

  it.each([
    [2_000_000_000, GONE],
    ['no', 'Not a valid id'],
    [0, 'Not a valid id'],
  ])('%s is refused', async (contact_message_id, message) => {
    const answer = await admin.attempt(api.requests.enter, { body: submission({ contact_message_id }) });
    expect(answer).toMatchObject({
      status: 400,
      body: { message, details: [{ field: 'contact_message_id', message }] },
    });
  });

  it('cannot be named by a visitor', async () => {
    const body = submission({ contact_message_id: await aMessage('Vera Visitor') });
    const answer = await test.caller().attempt(api.requests.create, { body });
    expect(answer.body.details).toEqual([{ field: 'contact_message_id', message: 'Unknown field' }]);
  });
});
