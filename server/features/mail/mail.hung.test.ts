import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { aRequest } from '../../testing/factories.ts';
import { aSignedInUser, aUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { HELD_MS } from './mail.rules.ts';
import { type Mailer, sendDue, startMailer } from './mail.send.service.ts';

/** After so long without an answer another sender begins, in milliseconds. */
const SLOW_MS = 20;
const MINUTE = 60_000;
let at: number;
let server: MailServer;
let test: TestApp;
let mailer: Mailer | undefined;
beforeEach(async () => {
  at = Date.parse('2026-11-23T15:00:00Z');
  server = await startMailServer();
  test = await testApp({ now: () => new Date(at) }, { SMTP_URL: server.url });
});
afterEach(async () => {
  // Ends the connections that got no answer, so that nothing waits for them.
  await server.stop();
  await mailer?.stop();
  mailer = undefined;
  await test.close();
});

const ask = (email: string) => test.caller().call(api.auth.forgotPassword, { body: { email } });
const arrived = (to: string) => server.received.some((one) => one.to[0] === to);

/** Puts emails into the outbox, as contact messages do. */
const fill = (recipients: readonly string[]) =>
  test.deps.db
    .insertInto('mail_outbox')
    .values(
      recipients.map((recipient, n) => ({
        kind: 'contact_received' as const,
        message_id: `<${n}.${recipient}>`,
        recipient,
        content: JSON.stringify({ name: 'Cora Caller' }),
        tries: 0,
        created_at: new Date(at),
        waiting_since: new Date(at),
        next_try_at: new Date(at),
      })),
    )
    .execute();

describe('Recipients about whom the server never answers', () => {
  it('hold up neither the others nor a password reset, which stands behind nobody', async () => {
    const hung = Array.from({ length: 7 }, (_, n) => `hung@n${n}.example`);
    const others = Array.from({ length: 30 }, (_, n) => `cora.${n}@caller.example`);
    for (const to of hung) server.hang(to);
    await fill([...hung, ...others]);
    const user = await aUser(test, 'technician');
    await ask(user.email);
    mailer = await startMailer(test.deps, SLOW_MS);
    await vi.waitUntil(() => arrived(user.email));
    expect(others.filter(arrived).length).toBeLessThan(others.length);
    await vi.waitUntil(() => others.every(arrived));
    expect(hung.filter(arrived)).toEqual([]);
  });

  it('do not keep a stop waiting', async () => {
    server.hang('hung@slow.example');
    await fill(['hung@slow.example']);
    mailer = await startMailer(test.deps, SLOW_MS);
    await vi.waitUntil(() => server.attempts() === 1);
    await mailer.stop();
    expect(await test.deps.db.selectFrom('mail_outbox').select(['state', 'tries']).execute()).toEqual([
      { state: 'waiting', tries: 1 },
    ]);
  });
});

describe('Emails about one request to one recipient', () => {
  it('keep their order when the first one is put off', async () => {
    const admin = await aSignedInUser(test, 'admin');
    const request = await aRequest(test);
    const { external_id } = request;
    server.refuse('dana@whitfield.example', 451, 2);
    await admin.call(api.requests.changeStatus, { params: { id: String(request.id) }, body: { status: 'cancelled' } });
    at += HELD_MS;
    await sendDue(test.deps);
    await sendDue(test.deps);
    expect(server.attempts()).toBe(1);
    at += MINUTE;
    await sendDue(test.deps);
    expect(server.attempts()).toBe(2);
    at += 2 * MINUTE;
    await sendDue(test.deps);
    expect(server.received.map(({ mail }) => mail.subject)).toEqual([
      `We have your request ${external_id}`,
      `Cancelled: your request ${external_id}`,
    ]);
  });

  it('to another recipient are not held up', async () => {
    const admin = await aSignedInUser(test, 'admin');
    const technician = await aSignedInUser(test, 'technician');
    const request = await aRequest(test);
    server.refuse('dana@whitfield.example', 451);
    const params = { id: String(request.id) };
    await admin.call(api.requests.assign, { params, body: { technician_id: technician.id } });
    at += HELD_MS;
    await sendDue(test.deps);
    expect(server.received.map(({ to }) => to)).toEqual([[technician.email]]);
  });
});
