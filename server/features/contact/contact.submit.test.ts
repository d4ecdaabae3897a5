import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { plain, sentenceOf } from '#contract/texts/audit-sentence.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');
const THANKS = { success: true, message: 'Thank you. We reply within 24-48 business hours.' };

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

const letter = (fields: object = {}) => ({
  name: 'Dana Whitfield',
  email: 'dana@whitfield.example',
  phone: '(407) 555-0111',
  message: 'Four of nine poles are out.',
  ...fields,
});
const submit = (fields: object = {}) => test.caller().attempt(api.contact.submit, { body: letter(fields) });
const stored = () => test.deps.db.selectFrom('contact_messages').selectAll().orderBy('id').execute();
const events = () =>
  test.deps.db.selectFrom('audit_events').selectAll().where('action', '=', 'contact.submit').orderBy('id').execute();
const noticesOf = (person: Person) =>
  test.deps.db.selectFrom('notifications').selectAll().where('user_id', '=', person.id).orderBy('id').execute();

/** The number of rows of each kind that a submission may store. */
const traces = async () => ({
  stored: (await stored()).length,
  events: (await events()).length,
  notices: (await noticesOf(admin)).length,
});

/** Every error text of the contact form (spec §5), with a value that causes it. */
const mistakes: [field: string, value: unknown, message: string][] = [
  ['name', undefined, 'Name is required'],
  ['name', null, 'Name is required'],
  ['name', 7, 'Name is required'],
  ['name', ['Dana'], 'Name is required'],
  ['name', '', 'Name is required'],
  ['name', ' \t\n ', 'Name is required'],
  ['name', '\u3164\u200b\u0301', 'Name is required'],
  ['name', ' D ', 'Name must be at least 2 characters'],
  ['name', 'x'.repeat(101), 'Must be at most 100 characters'],
  ['name', 'nul\u0000', 'Contains a character that is not allowed'],
  ['email', undefined, 'Email is required'],
  ['email', '   ', 'Email is required'],
  ['email', 'nobody', 'Please enter a valid email'],
  ['email', 'a@b', 'Please enter a valid email'],
  ['email', 'a b@c.example', 'Please enter a valid email'],
  ['email', 'a@b@c.example', 'Please enter a valid email'],
  ['email', `${'x'.repeat(250)}@b.example`, 'Must be at most 254 characters'],
  ['email', 'nul\u0000@b.example', 'Contains a character that is not allowed'],
  ['phone', 'x'.repeat(41), 'Must be at most 40 characters'],
  ['phone', '\u0000', 'Contains a character that is not allowed'],
  ['phone', '\udfff', 'Contains a character that is not allowed'],
  ['message', undefined, 'Message is required'],
  ['message', ' \n ', 'Message is required'],
  ['message', 'Too short', 'Message must be at least 10 characters'],
  ['message', `  Too short${' '.repeat(20)}`, 'Message must be at least 10 characters'],
  ['message', 'x'.repeat(5001), 'Must be at most 5000 characters'],
  ['message', 'half a pair \ud800 of two', 'Contains a character that is not allowed'],
];

describe('the contact form', () => {
  it.each(mistakes)('refuses %s %j', async (field, value, message) => {
    const before = await traces();
    const answer = await submit({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'validation_failed', message, details: [{ field, message }] });
    expect(await traces()).toEqual(before);
  });

  it('lists every mistake at once, under a general text', async () => {
    const answer = await test.caller().attempt(api.contact.submit, { body: {} });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Please fix the errors in the form.');
    expect(answer.body.details).toEqual([
      { field: 'name', message: 'Name is required' },
      { field: 'email', message: 'Email is required' },
      { field: 'message', message: 'Message is required' },
    ]);
  });

  it.each([
    ['id', 1],
    ['status', 'resolved'],
    ['notes', 'planted'],
    ['ip_address', '1.2.3.4'],
    ['user_agent', 'planted'],
    ['created_at', '2020-01-01T00:00:00Z'],
    ['version', 9],
    ['changed_by', 1],
  ])('refuses %s, and stores nothing', async (field, value) => {
    const before = await traces();
    const answer = await submit({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message: 'Unknown field' }]);
    expect(await traces()).toEqual(before);
  });

  it('stores the trimmed input, with its address and program', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/contact/submit',
      headers: { 'user-agent': `Phone/1 ${'x'.repeat(400)}` },
      payload: letter({
        name: '  Zoë O’Neil ',
        email: ' Zoe@Example.COM ',
        message: ' Line one\n\nLine <b>two</b> 💡 ',
      }),
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual(THANKS);
    expect((await stored()).at(-1)).toMatchObject({
      name: 'Zoë O’Neil',
      email: 'zoe@example.com',
      phone: '(407) 555-0111',
      message: 'Line one\n\nLine <b>two</b> 💡',
      status: 'new',
      notes: '',
      ip_address: '127.0.0.1',
      user_agent: `Phone/1 ${'x'.repeat(248)}`,
      created_at: clock.now(),
      version: 1,
      changed_by: null,
      changed_at: null,
    });
  });

  it.each([{ phone: undefined }, { phone: '' }, { phone: '   ' }])('accepts a missing phone: %j', async (fields) => {
    expect((await submit(fields)).status).toBe(201);
    expect((await stored()).at(-1)?.phone).toBeNull();
  });

  it('accepts the shortest and the longest name and message', async () => {
    for (const fields of [
      { name: 'Al', message: '0123456789' },
      { name: 'x'.repeat(100), message: 'x'.repeat(5000) },
    ]) {
      expect((await submit(fields)).status).toBe(201);
      expect((await stored()).at(-1)).toMatchObject(fields);
    }
  });

  it('notifies every active admin, and nobody else', async () => {
    const others = [
      await as(test, 'technician'),
      await as(test, 'auditor'),
      await as(test, 'admin', { is_active: false }),
    ];
    const second = await as(test, 'admin');
    const before = (await noticesOf(admin)).length;
    await submit({ name: 'Bell Ringer' });
    for (const person of others) expect(await noticesOf(person)).toEqual([]);
    const mine = await noticesOf(admin);
    expect(mine).toHaveLength(before + 1);
    for (const notice of [mine.at(-1), (await noticesOf(second)).at(-1)]) {
      expect(notice).toMatchObject({
        type: 'contact',
        title: 'New contact message',
        message: 'Bell Ringer sent a message through the contact form',
        link: `/dashboard/admin/contacts?contactId=${(await stored()).at(-1)?.id}`,
        is_read: false,
        created_at: clock.now(),
      });
    }
  });

  it('leaves one event with the whole message', async () => {
    const before = (await events()).length;
    await submit({ name: 'On Record' });
    const all = await events();
    const message = (await stored()).at(-1);
    expect(all).toHaveLength(before + 1);
    expect(all.at(-1)).toMatchObject({
      actor_id: null,
      actor_name: 'Visitor',
      actor_role: null,
      entity: 'contact_message',
      entity_id: String(message?.id),
      before: null,
      after: { id: message?.id, name: 'On Record', email: message?.email, message: message?.message, status: 'new' },
      ip: '127.0.0.1',
    });
  });

  it('with something in the hidden field goes to spam, and nobody is notified', async () => {
    const before = await traces();
    const email = 'filled@whitfield.example';
    const answer = await submit({ website: 'https://whitfield.example', email });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: THANKS });
    await test.settled();
    expect(await traces()).toEqual({ stored: before.stored + 1, events: before.events + 1, notices: before.notices });
    expect((await stored()).at(-1)).toMatchObject({ status: 'spam', email, message: letter().message });
    const emails = await test.deps.db.selectFrom('mail_outbox').select('id').where('recipient', '=', email).execute();
    expect(emails).toEqual([]);
    const { data } = await admin.call(api.contact.list, { query: { status: 'spam' } });
    expect(data.contacts.map((contact) => contact.email)).toContain(email);
    const { entries } = await admin.call(api.audit.list, { query: { action: 'contact.submit' } });
    expect(entries[0] && plain(sentenceOf(entries[0], new Map()))).toBe(
      'sent a contact message as Dana Whitfield, which went to spam',
    );
  });

  it('with only spaces in the hidden field is a usual message', async () => {
    const before = await traces();
    expect((await submit({ website: '  ' })).status).toBe(201);
    await test.settled();
    expect(await traces()).toEqual({
      stored: before.stored + 1,
      events: before.events + 1,
      notices: before.notices + 1,
    });
    expect((await stored()).at(-1)).toMatchObject({ status: 'new' });
  });

  it('stores one message per idempotency key, for five calls at once and a later one', async () => {
    const before = await traces();
    const key = randomUUID();
    const send = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/contact/submit',
        headers: { 'idempotency-key': key },
        payload: letter({ name: 'Only Once' }),
      });
    const answers = [...(await Promise.all([1, 2, 3, 4, 5].map(send))), await send()];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(THANKS);
    }
    expect(await traces()).toEqual({
      stored: before.stored + 1,
      events: before.events + 1,
      notices: before.notices + 1,
    });
  });

  it('accepts five messages an hour from one address, and stores no more', async () => {
    const strict = await testApp({}, { RATE_LIMITS: 'on' });
    try {
      const answers = [];
      for (let i = 0; i < 7; i += 1) {
        answers.push(await strict.caller().attempt(api.contact.submit, { body: letter() }));
      }
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429]);
      expect(answers.at(-1)?.body.message).toBe('Too many requests. Please try again later.');
      expect(await strict.deps.db.selectFrom('contact_messages').select('id').execute()).toHaveLength(5);
    } finally {
      await strict.close();
    }
  });
});
