import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { mailKinds } from '#contract/words/mail.ts';
import { aRequest, type Person } from '../../testing/factories.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { sendDue } from './mail.send.service.ts';

let server: MailServer;
let test: TestApp;
let admin: Person;
let offset = 0;
beforeAll(async () => {
  server = await startMailServer();
  test = await testApp(
    { now: () => new Date(Date.now() + offset) },
    { SMTP_URL: server.url, MAIL_FROM: 'Halyard Office <office@halyard.example>' },
  );
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
});
afterAll(async () => {
  await test.close();
  await server.stop();
});
afterEach(() => {
  offset = 0;
  server.received.splice(0);
});

const choices = { switched_off: [], sender_name: '', sender_address: '', reply_to: '' };
const settings = async () => (await admin.call(api.mail.settings, {})).settings;
const put = (change: object, who = admin) => who.attempt(api.mail.updateSettings, { body: { ...choices, ...change } });

describe('the mail settings', () => {
  it('name the defaults, and the server without its password', async () => {
    const { defaults, route, ...stored } = await settings();
    expect(stored).toEqual({ ...choices, version: 1, updated_at: expect.any(String) });
    expect(defaults).toEqual({
      sender_name: 'Halyard Office',
      sender_address: 'office@halyard.example',
      reply_to: test.business.email,
    });
    expect(route).toEqual({ to: 'server', server: `127.0.0.1:${server.port}` });
  });

  it('change the sender and where answers go, and leave one event', async () => {
    const { version } = await settings();
    const change = {
      switched_off: ['status_changed', 'contact_received', 'status_changed'],
      sender_name: ' Night Desk ',
      sender_address: ' Night@Halyard.Example ',
      reply_to: 'answers@halyard.example',
    };
    const answer = await put({ ...change, version });
    const kept = {
      switched_off: ['status_changed', 'contact_received'],
      sender_name: 'Night Desk',
      sender_address: 'night@halyard.example',
      reply_to: 'answers@halyard.example',
    };
    expect(answer.body.settings).toMatchObject({ ...kept, version: version + 1 });
    await admin.call(api.mail.sendTest, { body: { to: 'tester@example.com' } });
    expect(server.received[0]?.mail).toMatchObject({
      from: { name: 'Night Desk', address: 'night@halyard.example' },
      replyTo: [{ address: 'answers@halyard.example' }],
    });
    const trail = test.deps.db.selectFrom('audit_events').select(['before', 'after']).where('entity', '=', 'mail');
    const [event] = await trail.where('action', '=', 'mail.update_settings').execute();
    expect(event).toEqual({ before: choices, after: kept });
    await put({});
  });

  it('of an older version are refused with the name of the first editor', async () => {
    const { version } = await settings();
    const olive = await aSignedInUser(test, 'admin', 'Olive Office');
    await put({ sender_name: 'Olive', version }, olive);
    const answer = await put({ sender_name: 'Mine', version });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/^Olive Office changed the sender name on /);
    expect((await settings()).sender_name).toBe('Olive');
    await put({});
  });

  it.each([
    ['switched_off.0', 'Not a kind of mail that can be switched off', { switched_off: ['password_reset'] }],
    ['sender_name', 'Must be one line of text', { sender_name: 'x\r\nBcc: y' }],
    ['sender_name', 'Must be at most 80 characters', { sender_name: 'x'.repeat(81) }],
    ['sender_address', 'Please enter a valid email address', { sender_address: 'office' }],
    ['sender_address', 'Please enter a valid email address', { sender_address: 'a,b@c.example' }],
    ['reply_to', 'Please enter a valid email address', { reply_to: 'a@b.example\r\nBcc: y' }],
    ['slogan', 'Unknown field', { slogan: 'x' }],
  ])('refuse %s: %s', async (field, message, change) => {
    expect(await put(change)).toMatchObject({ status: 400, body: { message, details: [{ field, message }] } });
  });
});

describe('a test mail', () => {
  it('is sent at once, and shows what the server said', async () => {
    const { mail } = await admin.call(api.mail.sendTest, { body: { to: 'tester@example.com' } });
    expect(mail).toMatchObject({
      kind: 'test',
      state: 'sent',
      answer: '250 queued as TEST',
      recipient: 'tester@example.com',
    });
    expect(server.received[0]?.mail.text).toContain('Hello Ada Admin,');
  });

  it.each([550, 451])('that is answered with %i has failed, and is not tried again', async (code) => {
    const to = `refused.${code}@example.com`;
    server.refuse(to, code);
    const { mail } = await admin.call(api.mail.sendTest, { body: { to } });
    expect(mail).toMatchObject({ state: 'failed', tries: 1, answer: expect.stringContaining(String(code)) });
  });

  it('to an address that is none is refused', async () => {
    const answer = await admin.attempt(api.mail.sendTest, { body: { to: 'a@b.example, c@d.example' } });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ field: 'to', message: 'Please enter a valid email address' }] },
    });
    expect(server.received).toEqual([]);
  });
});

describe('the send log', () => {
  it('is paged, newest first, and filtered by state', async () => {
    await test.deps.db.deleteFrom('mail_outbox').execute();
    server.refuse('nobody@caller.example', 550);
    for (const email of ['a@caller.example', 'nobody@caller.example', 'b@caller.example']) {
      await test.caller().call(api.contact.submit, { body: { name: 'Cora', email, message: 'Do you repair signs?' } });
    }
    await sendDue(test.deps);
    const names = async (query: object) => {
      const { mails, ...counts } = await admin.call(api.mail.list, { query });
      return { to: mails.map(({ recipient }) => recipient), ...counts };
    };
    expect(await names({ limit: '2' })).toEqual({
      to: ['b@caller.example', 'nobody@caller.example'],
      ...{ total: 3, page: 1, limit: 2 },
    });
    expect(await names({ limit: '2', page: '2' })).toMatchObject({ to: ['a@caller.example'], page: 2 });
    expect(await names({ state: 'failed' })).toMatchObject({ to: ['nobody@caller.example'], total: 1 });
    expect(await admin.call(api.mail.state, {})).toMatchObject({ failed: 1, waiting: 0, route: { to: 'server' } });
    const { mails } = await admin.call(api.mail.list, { query: { state: 'failed' } });
    expect(mails[0]).toMatchObject({
      kind: 'contact_received',
      tries: 1,
      answer: '550 No such user here',
      next_try_at: null,
    });
    expect((await admin.attempt(api.mail.list, { query: { state: 'lost' } })).status).toBe(400);
  });

  it('is searched by recipient and by tracking ID, in a state or in any', async () => {
    const [one, other] = [await aRequest(test, { customerEmail: 'Ivy@search.example' }), await aRequest(test)];
    await test.caller().call(api.contact.submit, {
      body: { name: 'Ivy', email: 'ivy@search.example', message: 'Do you repair signs?' },
    });
    const found = async (search: string, state?: 'sent' | 'waiting') => {
      const { mails, total } = await admin.call(api.mail.list, { query: { search, ...(state && { state }) } });
      expect(total).toBe(mails.length);
      return mails.map(({ kind, request }) => [kind, request?.external_id]);
    };
    const received = ['request_received', one.external_id];
    expect(await found('IVY@search')).toEqual([['contact_received', undefined], received]);
    expect(await found(`${one.external_id.toLowerCase()} ivy`)).toEqual([received]);
    expect(await found(other.external_id.slice(4, 12))).toEqual([['request_received', other.external_id]]);
    expect(await found('ivy', 'sent')).toEqual([]);
    expect(await found('ivy', 'waiting')).toHaveLength(2);
    expect(await found('iv_')).toEqual([]);
  });
});

describe('a preview', () => {
  const open = (path: string) => test.app.inject({ method: 'GET', url: path });

  it('of every kind is a page without scripts that only this site may frame', async () => {
    const { previews } = await admin.call(api.mail.previews, {});
    expect(previews.map(({ kind }) => kind)).toEqual([...mailKinds]);
    for (const { path, subject, text } of previews) {
      const page = await open(path);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
      expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).not.toContain('<script');
      expect(page.body).toContain(test.business.phone);
      expect(subject.length).toBeGreaterThan(5);
      expect(text).toContain(test.business.phone);
    }
  });

  it('by a path that is altered or older than ten minutes is refused', async () => {
    const { previews } = await admin.call(api.mail.previews, {});
    const path = previews[0]?.path ?? '';
    expect((await open(path.replace('request_received', 'invitation'))).statusCode).toBe(403);
    expect((await open(path.replace(/sig=(.)/, (_, first) => `sig=${first === '-' ? '_' : '-'}`))).statusCode).toBe(
      403,
    );
    expect((await open(path.replace(/exp=\d/, 'exp=9'))).statusCode).toBe(403);
    offset = 10 * 60_000 + 1;
    expect((await open(path)).statusCode).toBe(403);
  });
});
