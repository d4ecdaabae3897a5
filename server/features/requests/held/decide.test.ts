import { access } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { plain, sentenceOf } from '#contract/texts/audit-sentence.ts';
import { schedulesOf } from '#server/schedules.ts';
import { aClock } from '#server/testing/clock.ts';
import { aRequest, as, type Person, picture, submission } from '#server/testing/factories.ts';
import { storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-03-02T13:00:00Z');
let test: TestApp;
let admin: Person;
let other: Person;
let auditor: Person;
let technician: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin', { name: 'Ada' });
  other = await as(test, 'admin', { name: 'Olga' });
  auditor = await as(test, 'auditor');
  technician = await as(test, 'technician');
});
afterAll(() => test.close());

const held = async () => (await admin.call(api.heldRequests.list, { query: {} })).held;
async function aHeld(fields: object = {}) {
  const files = [{ name: 'pole.png', bytes: await picture() }];
  const body = submission({ website: 'https://whitfield.example', ...fields });
  const { request } = await test.caller().call(api.requests.create, { body, files });
  const found = (await held()).find(({ external_id }) => external_id === request.external_id);
  if (!found) throw new Error('it is not held');
  return { ...found, params: { id: String(found.id) } };
}
const accept = (one: { params: { id: string } }, who = admin) =>
  who.attempt(api.heldRequests.accept, { params: one.params });
const remove = (one: { params: { id: string } }, who = admin) =>
  who.attempt(api.heldRequests.remove, { params: one.params });
const track = (id: string) => test.caller().attempt(api.requests.track, { params: { id } });
const noticesOf = async (who: Person) => (await who.call(api.notifications.list, { query: {} })).notifications;
const mailsTo = (recipient: string) =>
  test.deps.db.selectFrom('mail_outbox').select('kind').where('recipient', '=', recipient).execute();
const entries = async (action: 'requests.accept_held' | 'requests.delete_held') =>
  (await admin.call(api.audit.list, { query: { action } })).entries;
/** What the newest entry says that its actor did. */
const sentence = async (action: Parameters<typeof entries>[0]) => {
  const [entry] = await entries(action);
  return entry && plain(sentenceOf(entry, new Map()));
};

describe('an accepted request', () => {
  it('is a request with the same tracking ID, time and files', async () => {
    const one = await aHeld({ customerEmail: 'first@whitfield.example', paymentAddress: 'PO Box 9' });
    const before = (await track(one.external_id)).text;
    clock.forward(25);
    const answer = await accept(one);
    expect(answer).toMatchObject({ status: 200, body: { request: { external_id: one.external_id } } });
    const { id } = answer.body.request as { id: number };
    const { request } = await admin.call(api.requests.get, { params: { id: String(id) } });
    expect(request).toMatchObject({
      external_id: one.external_id,
      title: one.title,
      status: 'pending',
      created_at: one.created_at,
      updated_at: one.created_at,
      customer: { email: 'first@whitfield.example', payment_address: 'PO Box 9' },
      files: [{ file_name: 'pole.png', uploader: null }],
      history: [{ change: 'status', to: 'pending' }],
    });
    expect((await test.app.inject({ url: request.files[0]?.file_path ?? '' })).statusCode).toBe(200);
    expect((await track(one.external_id)).text).toBe(before);
    expect((await held()).map(({ external_id }) => external_id)).not.toContain(one.external_id);
    const customers = await admin.call(api.customers.list, { query: { search: 'first@whitfield.example' } });
    expect(customers.matched).toBe(1);
  });

  it('is reported as every new one', async () => {
    const email = 'second@whitfield.example';
    const one = await aHeld({ title: 'Reported', customerEmail: email, priority: 'Emergency' });
    expect(await mailsTo(email)).toEqual([]);
    const { total } = await admin.call(api.requests.list, { query: {} });
    await accept(one);
    await test.settled();
    expect(await mailsTo(email)).toEqual([{ kind: 'request_received' }]);
    expect(await noticesOf(other)).toContainEqual(
      expect.objectContaining({
        title: 'New emergency request',
        message: 'Dana Whitfield: Reported',
        priority: 'high',
      }),
    );
    expect(await noticesOf(admin)).not.toContainEqual(expect.objectContaining({ message: 'Dana Whitfield: Reported' }));
    expect((await admin.call(api.requests.list, { query: {} })).total).toBe(total + 1);
    const search = one.external_id;
    expect((await admin.call(api.requests.list, { query: { search } })).matched).toBe(1);
  });

  it('is in the trail with who accepted it', async () => {
    const one = await aHeld();
    await accept(one);
    expect((await entries('requests.accept_held'))[0]).toMatchObject({
      actor: { name: 'Ada' },
      entity: 'request',
      thing: { name: one.external_id },
      after: { held_request_id: one.id, customer_email: one.customer_email },
    });
    expect(await sentence('requests.accept_held')).toBe(`accepted the held request ${one.external_id}`);
  });

  it('takes its customer’s repeat of the call as before', async () => {
    const body = submission({ website: 'x', title: 'Repeated' });
    const idempotencyKey = crypto.randomUUID();
    const send = () => test.caller().call(api.requests.create, { body, idempotencyKey });
    const first = await send();
    const one = (await held()).find(({ title }) => title === 'Repeated');
    await accept({ params: { id: String(one?.id) } });
    expect(await send()).toEqual(first);
    expect((await admin.call(api.requests.list, { query: { search: 'Repeated' } })).matched).toBe(1);
  });
});

describe('a deleted request', () => {
  it('answers 404 to its tracking ID, and its files are in the trash', async () => {
    const one = await aHeld();
    const [file] = one.files;
    const keys = await storedKeys(test);
    expect(keys).toContain(file?.id);
    expect(await remove(one)).toMatchObject({ status: 200, body: { message: 'Held request deleted' } });
    expect((await track(one.external_id)).status).toBe(404);
    expect((await test.app.inject({ url: file?.file_path ?? '' })).statusCode).toBe(404);
    expect((await storedKeys(test)).filter((key) => key.startsWith(file?.id ?? 'none'))).toEqual([]);
    const trash = path.join(test.shared.folder, 'files', 'trash', '2026-03-02');
    for (const key of [file?.id ?? '', `${file?.id}.thumbnail`]) await access(path.join(trash, key));
  });

  it('is in the trail with all of its content', async () => {
    const one = await aHeld({ title: 'Buy lamps' });
    await remove(one);
    const [entry] = await entries('requests.delete_held');
    const whole = await admin.call(api.audit.get, { params: { id: entry?.id ?? '' } });
    const { files: _, params: __, id, ...content } = one;
    expect(whole.entry).toMatchObject({
      actor: { name: 'Ada' },
      entity: 'held_request',
      entity_id: String(id),
      before: { ...content, files: [{ file_name: 'pole.png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    });
    expect(await sentence('requests.delete_held')).toBe(`deleted the held request ${one.external_id}`);
  });

  it('stays with its files when the change can’t be stored', async () => {
    const one = await aHeld();
    const { transaction } = test.deps;
    test.deps.transaction = (work) =>
      transaction(async (tx, deps) => {
        await work(tx, deps);
        throw new Error('the commit fails');
      });
    const answer = await remove(one);
    test.deps.transaction = transaction;
    expect(answer.status).toBe(500);
    expect((await track(one.external_id)).status).toBe(200);
    expect(await storedKeys(test)).toContain(one.files[0]?.id);
  });
});

describe('two people at once', () => {
  it.each([
    ['accepted', accept],
    ['deleted', remove],
  ] as const)('the second learns that it was %s, and by whom', async (outcome, first) => {
    const one = await aHeld();
    await first(one, other);
    const message = `Olga has already ${outcome} this request.`;
    for (const act of [accept, remove]) {
      const answer = await act(one);
      expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } });
      expect(answer.body.message).toContain(message);
    }
  });

  it('only one of them succeeds', async () => {
    const one = await aHeld({ title: 'Raced' });
    const answers = await Promise.all([accept(one), remove(one, other), accept(one, other), remove(one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('a request that was never held is 404', async () => {
    const request = await aRequest(test);
    for (const act of [accept, remove]) {
      const answer = await act({ params: { id: String(request.id + 1_000_000) } });
      expect(answer).toMatchObject({ status: 404, body: { message: 'Held request not found' } });
    }
  });

  it('only admins decide, and only the office reads', async () => {
    const one = await aHeld();
    for (const who of [auditor, technician]) {
      expect((await accept(one, who)).status).toBe(403);
      expect((await remove(one, who)).status).toBe(403);
    }
    expect((await technician.attempt(api.heldRequests.list, { query: {} })).status).toBe(403);
    expect((await technician.attempt(api.heldRequests.count, {})).status).toBe(403);
    expect((await test.caller().attempt(api.heldRequests.list, { query: {} })).status).toBe(401);
    expect((await track(one.external_id)).status).toBe(200);
  });
});

describe('after 30 days', () => {
  it('a held request is deleted with its files, and the trail says so', async () => {
    const old = await aHeld({ title: 'Too old' });
    clock.forward(29 * 24 * 60);
    admin = await as(test, 'admin', { name: 'Ada' });
    const young = await aHeld({ title: 'Young' });
    clock.forward(24 * 60 + 1);
    admin = await as(test, 'admin', { name: 'Ada' });
    const job = schedulesOf(test.deps).find(({ name }) => name === 'requests.held');
    await job?.run(new AbortController().signal);
    expect((await held()).map(({ title }) => title)).toEqual(['Young']);
    expect((await track(old.external_id)).status).toBe(404);
    expect(await storedKeys(test)).toContain(young.files[0]?.id);
    expect(await storedKeys(test)).not.toContain(old.files[0]?.id);
    expect(await accept(old)).toMatchObject({
      status: 409,
      body: { message: 'This request was deleted after 30 days.' },
    });
    expect(await sentence('requests.delete_held')).toBe(`deleted the held request ${old.external_id} after 30 days`);
    const deleted = await entries('requests.delete_held');
    expect(deleted.find(({ entity_id }) => entity_id === String(old.id))).toMatchObject({
      actor: { id: null },
      before: { external_id: old.external_id },
      after: { is_expired: true },
    });
  });
});
