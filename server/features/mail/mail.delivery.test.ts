import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, aRequest, picture, signature } from '../../testing/factories.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { HELD_MS } from './mail.rules.ts';
import { purgeMails, sendDue } from './mail.send.service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let clock: { at: number };
let server: MailServer;
let test: TestApp;
const later = (ms: number) => {
  clock.at += ms;
};
beforeEach(async () => {
  clock = { at: Date.parse('2026-11-23T15:00:00Z') };
  server = await startMailServer();
  test = await testApp({ now: () => new Date(clock.at) }, { SMTP_URL: server.url, PUBLIC_URL: 'https://desk.example' });
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

const rows = (own = test) => own.deps.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();
const sent = () => server.received.map(({ to, mail }) => [to.join(), mail.subject]);
const contact = (email = 'cora@caller.example') =>
  test.caller().call(api.contact.submit, { body: { name: 'Cora Caller', email, message: 'Do you repair signs?' } });

describe('A mail', () => {
  it('goes to the customer with each step of a request, and to the technician with the assignment: each arrives once', async () => {
    const admin = await aSignedInUser(test, 'admin', 'Ada Admin');
    const technician = await aSignedInUser(test, 'technician', 'Tess Volt');
    const request = await anAssignedRequest(test, admin, technician);
    const { external_id: id } = request;
    const params = { id: String(request.id) };
    await technician.call(api.requests.updateWithFiles, { params, body: { status: 'in_progress' }, files: [] });
    // Photos without a new status tell the customer nothing.
    await technician.call(api.requests.updateWithFiles, {
      params,
      body: { status: 'in_progress' },
      files: [{ name: 'pole.png', bytes: await picture() }],
    });
    await technician.call(api.requests.updateWithFiles, {
      params,
      body: { status: 'completed', rating: '5', signature: await signature() },
      files: [],
    });
    await sendDue(test.deps);
    later(HELD_MS);
    await sendDue(test.deps);
    expect(sent()).toEqual([
      ['dana@whitfield.example', `We have your request ${id}`],
      ['dana@whitfield.example', `Assigned: your request ${id}`],
      [technician.email, `New work order: ${id} Dark parking lot`],
      ['dana@whitfield.example', `In progress: your request ${id}`],
      ['dana@whitfield.example', `Completed: your request ${id}`],
    ]);
    const [received, assigned, order] = server.received;
    const link = `https://desk.example/track?id=${id}`;
    expect(received?.mail.text).toContain(link);
    expect(received?.mail.html).toContain(`href="${link}"`);
    // Monday, 15:00 UTC: the mail shows the business's time zone.
    expect(assigned?.mail.text).toContain('Monday, November 23, 2026 at 10:00 AM EST');
    expect(order?.mail.text).toContain(`https://desk.example/dashboard/technician?requestId=${request.id}`);
    expect(order?.mail.text).toContain('88 Sample Street, Orlando, FL 32801');
    expect((await rows()).map(({ state, tries, answer }) => ({ state, tries, answer }))).toEqual(
      Array(5).fill({ state: 'sent', tries: 1, answer: '250 queued as TEST' }),
    );
    for (const [n, row] of (await rows()).entries()) expect(server.received[n]?.mail.messageId).toBe(row.message_id);
  });

  it('comes from the business, with both bodies, and asks programs not to answer', async () => {
    await contact();
    await sendDue(test.deps);
    const [one] = server.received;
    expect(one?.from).toBe(test.business.email);
    expect(one?.mail).toMatchObject({
      from: { name: test.business.name, address: test.business.email },
      replyTo: [{ address: test.business.email }],
      to: [{ address: 'cora@caller.example' }],
    });
    expect(one?.mail.headers).toContainEqual({
      key: 'auto-submitted',
      value: 'auto-generated',
      originalKey: 'Auto-Submitted',
    });
    expect(one?.mail.html).toContain('prefers-color-scheme: dark');
    expect(one?.mail.text).toContain('24-48 business hours');
    // The message of a stranger is not sent on to an address that the stranger chose.
    expect(one?.raw).not.toContain('repair signs');
  });

  it('is in the outbox only when its cause is stored', async () => {
    await expect(
      test.deps.transaction(async (tx) => {
        await tx.announcer(
          tx,
          { kind: 'visitor', ip: '127.0.0.1', userAgent: '' },
          {
            type: 'password.reset_asked',
            email: 'a@b.example',
          },
        );
        throw new Error('no room');
      }),
    ).rejects.toThrow('no room');
    expect(await rows()).toEqual([]);
  });

  it('of a kind that is switched off is not made', async () => {
    const admin = await aSignedInUser(test, 'admin');
    await admin.call(api.mail.updateSettings, {
      body: { switched_off: ['contact_received'], sender_name: '', sender_address: '', reply_to: '' },
    });
    await contact();
    await aRequest(test);
    expect((await rows()).map(({ kind }) => kind)).toEqual(['request_received']);
  });

  it('to oneself about an own assignment, and about an open request that goes back to pending, is not made', async () => {
    const admin = await aSignedInUser(test, 'admin');
    const request = await anAssignedRequest(test, admin, admin);
    await admin.call(api.requests.unassign, { params: { id: String(request.id) }, body: {} });
    expect((await rows()).map(({ kind }) => kind)).toEqual(['request_received', 'status_changed']);
  });
});

describe('A server that is down', () => {
  it('gets every mail when it is back, once', async () => {
    await server.stop();
    for (let n = 0; n < 5; n += 1) await contact(`cora.${n}@caller.example`);
    await sendDue(test.deps);
    // The first try finds nobody; the other mails are spared theirs.
    expect((await rows()).map(({ state, tries }) => `${state} ${tries}`)).toEqual([
      'waiting 1',
      ...Array(4).fill('waiting 0'),
    ]);
    expect((await rows())[0]?.answer).toContain('ECONNREFUSED');
    for (let hour = 0; hour < 30; hour += 1) {
      later(60 * MINUTE);
      await sendDue(test.deps);
    }
    server = await startMailServer(server.port);
    later(6 * MINUTE);
    await sendDue(test.deps);
    await sendDue(test.deps);
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 5 }, (_, n) => `cora.${n}@caller.example`),
    );
    expect((await rows()).every(({ state }) => state === 'sent')).toBe(true);
  });

  it('for more than three days is given up on, with the reason', async () => {
    await server.stop();
    await contact();
    for (let day = 0; day < 5; day += 1) {
      await sendDue(test.deps);
      later(DAY);
    }
    expect(await rows()).toMatchObject([{ state: 'failed', answer: expect.stringContaining('ECONNREFUSED') }]);
    server = await startMailServer(server.port);
  });
});

describe('A refusal', () => {
  it('for now (451) is tried again after a minute, with the same Message-ID, and then arrives once', async () => {
    server.refuse('cora@caller.example', 451, 1);
    await contact();
    await sendDue(test.deps);
    await sendDue(test.deps);
    expect(server.attempts()).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1, answer: '451 Greylisted, try again later' }]);
    const [waiting] = await rows();
    later(MINUTE);
    await sendDue(test.deps);
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual([waiting?.message_id]);
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 2 }]);
  });

  it('for ever (550) is not tried again, and does not hold up other mails', async () => {
    server.refuse('cora@caller.example', 550);
    await contact();
    await contact('ben@caller.example');
    for (let hour = 0; hour < 5; hour += 1) {
      await sendDue(test.deps);
      later(60 * MINUTE);
    }
    expect(server.attempts()).toBe(2);
    expect(await rows()).toMatchObject([
      { state: 'failed', tries: 1, answer: '550 No such user here' },
      { state: 'sent' },
    ]);
  });

  it('is followed by another try when an admin sends the mail again', async () => {
    server.refuse('cora@caller.example', 550, 1);
    await contact();
    await sendDue(test.deps);
    const admin = await aSignedInUser(test, 'admin');
    const [failed] = await rows();
    const params = { id: String(failed?.id) };
    const { mail } = await admin.call(api.mail.sendAgain, { params });
    expect(mail).toMatchObject({ state: 'waiting', tries: 0 });
    await sendDue(test.deps);
    expect(server.received.map((one) => one.mail.messageId)).toEqual([failed?.message_id]);
    expect((await admin.attempt(api.mail.sendAgain, { params })).body).toMatchObject({
      error: 'conflict',
      message: 'This mail is on its way or was sent',
    });
  });
});

describe('Two instances', () => {
  it('share the mails that are due, and send each once', async () => {
    const other = await testApp({ now: () => new Date(clock.at) }, { SMTP_URL: server.url }, { join: test });
    try {
      for (let n = 0; n < 20; n += 1) await contact(`cora.${n}@caller.example`);
      await Promise.all([test, other, test, other].map(({ deps }) => sendDue(deps)));
      expect(server.received).toHaveLength(20);
      expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(20);
    } finally {
      await other.close();
    }
  });

  it('do not both send a mail that one of them is sending', async () => {
    const other = await testApp({ now: () => new Date(clock.at) }, { SMTP_URL: server.url }, { join: test });
    try {
      await contact();
      server.beforeAnswer = () => sendDue(other.deps);
      await sendDue(test.deps);
      expect(server.received).toHaveLength(1);
    } finally {
      server.beforeAnswer = undefined;
      await other.close();
    }
  });
});

describe('Without a mail server', () => {
  it('a mail is kept as a file that only the app may read, is never called sent, and can be sent later', async () => {
    const silent = await testApp({ now: () => new Date(clock.at) }, {}, { join: test });
    const folder = path.join(test.shared.folder, 'mail');
    try {
      await contact();
      await sendDue(silent.deps);
      const [row] = await rows();
      expect(row).toMatchObject({
        state: 'kept',
        answer: `Kept as mail/2026-11-23-${row?.id}-contact_received.eml; no mail server is set`,
      });
      const [name = ''] = await readdir(folder);
      const mail = await PostalMime.parse(await readFile(path.join(folder, name)));
      expect(mail).toMatchObject({ messageId: row?.message_id, to: [{ address: 'cora@caller.example' }] });
      expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect(server.received).toEqual([]);
      const admin = await aSignedInUser(test, 'admin');
      await admin.call(api.mail.sendAgain, { params: { id: String(row?.id) } });
      await sendDue(test.deps);
      expect(server.received.map((one) => one.mail.messageId)).toEqual([row?.message_id]);
    } finally {
      await silent.close();
    }
  });
});

describe('Mails of more than 90 days', () => {
  it('leave the send log, except those that wait', async () => {
    await contact();
    await sendDue(test.deps);
    await contact('ben@caller.example');
    later(89 * DAY);
    await purgeMails(test.deps);
    expect(await rows()).toHaveLength(2);
    later(2 * DAY);
    await purgeMails(test.deps);
    expect((await rows()).map(({ recipient }) => recipient)).toEqual(['ben@caller.example']);
  });
});
