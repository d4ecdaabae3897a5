import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { submission } from '../../testing/factories.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { HELD_MS } from './mail.rules.ts';
import { sendDue } from './mail.send.service.ts';

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await startMailServer();
  test = await testApp({}, { SMTP_URL: server.url });
});
afterAll(async () => {
  await test.close();
  await server.stop();
});

const VICTIM = 'victim@evil.example';
/** What a stranger types to add a recipient, a header, a body or markup of their own. */
const payloads = [
  `x\r\nBcc: ${VICTIM}`,
  `x\nBcc: ${VICTIM}`,
  `x\rBcc: ${VICTIM}`,
  `x\r\n\r\nA body of my own`,
  `x\r\nContent-Type: text/html\r\n\r\n<b>own</b>`,
  `x\r\n.\r\nMAIL FROM:<${VICTIM}>\r\nRCPT TO:<${VICTIM}>`,
  `x%0d%0aBcc: ${VICTIM}`,
  `x\\r\\nBcc: ${VICTIM}`,
  `x\u2028Bcc: ${VICTIM}`,
  `x\u2029Bcc: ${VICTIM}`,
  `x\u0085Bcc: ${VICTIM}`,
  `x\u000b\u000cBcc: ${VICTIM}`,
  `=?utf-8?Q?x=0D=0ABcc:_${VICTIM}?=`,
  `=?utf-8?B?${Buffer.from(`x\r\nBcc: ${VICTIM}`).toString('base64')}?=`,
  `"x" <${VICTIM}>, y`,
  `<${VICTIM}>`,
  `x, ${VICTIM}`,
  `x; ${VICTIM}; y`,
  `<script>alert(1)</script><img src=x onerror=alert(1)>`,
  `x\u202egnp.exe\u202c\r\n\tBcc: ${VICTIM}`,
];
/** Every header that a mail of ours has. */
const OURS = new Set([
  ...['from', 'reply-to', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'],
  ...['auto-submitted', 'x-auto-response-suppress'],
]);

async function expectHarmless(to: string) {
  const mails = server.received.splice(0);
  expect(mails.length).toBeGreaterThan(0);
  for (const { to: envelope, mail, raw } of mails) {
    expect(envelope).toEqual([to]);
    expect(mail.to).toEqual([{ name: '', address: to }]);
    expect([mail.cc, mail.bcc].flat().filter(Boolean)).toEqual([]);
    expect(mail.headers.map(({ key }) => key).filter((key) => !OURS.has(key))).toEqual([]);
    // Each header once: none was added beside ours.
    expect(new Set(mail.headers.map(({ key }) => key)).size).toBe(mail.headers.length);
    expect(mail.html).not.toMatch(/<script|<img/i);
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc):/im);
  }
}

describe('A payload in a name, a title or a message adds no recipient, no header and no markup', () => {
  it.each(payloads.map((payload) => [JSON.stringify(payload).slice(0, 60), payload]))('%s', async (_, payload) => {
    const customerEmail = 'dana@whitfield.example';
    await test.caller().call(api.requests.create, {
      body: submission({ customerName: payload, title: payload, description: payload, customerEmail }),
    });
    await sendDue(test.deps);
    await expectHarmless(customerEmail);
    const email = 'cora@caller.example';
    await test
      .caller()
      .call(api.contact.submit, { body: { name: `xx ${payload}`, email, message: `${payload} ${payload}` } });
    await sendDue(test.deps);
    await expectHarmless(email);
  });

  it('nor in the name and the note that a technician gets', async () => {
    const admin = await aSignedInUser(test, 'admin');
    const technician = await aSignedInUser(test, 'technician');
    for (const payload of payloads) {
      const { request } = await test.caller().call(api.requests.create, { body: submission({ title: payload }) });
      const { id } = await test.deps.db
        .selectFrom('requests')
        .select('id')
        .where('external_id', '=', request.external_id)
        .executeTakeFirstOrThrow();
      await sendDue(test.deps);
      server.received.splice(0);
      await admin.call(api.requests.assign, {
        params: { id: String(id) },
        body: { technician_id: technician.id, notes: payload },
      });
      await sendDue({ ...test.deps, now: () => new Date(Date.now() + HELD_MS) });
      const toCustomer = server.received.filter(({ to }) => to[0] !== technician.email);
      server.received = server.received.filter(({ to }) => to[0] === technician.email);
      await expectHarmless(technician.email);
      server.received = toCustomer;
      await expectHarmless('dana@whitfield.example');
    }
  });
});

describe('An address that would be several, or a command,', () => {
  const send = async (email: string) => {
    const body = { name: 'Cora', email, message: 'Do you repair signs?' };
    const { status } = await test.caller().attempt(api.contact.submit, { body });
    await sendDue(test.deps);
    return { status, to: server.received.splice(0).map(({ to }) => to) };
  };

  it.each([`a,${VICTIM}`, `a;${VICTIM}`, `a>rcpt@evil.example`, `<a@b.example>,<${VICTIM}>`])(
    '%s is refused',
    async (email) => {
      expect(await send(email)).toEqual({ status: 400, to: [] });
    },
  );

  it.each([`"a, b"<${VICTIM}>`, `<${VICTIM}>`])('%s is the one address in its brackets', async (email) => {
    expect(await send(email)).toEqual({ status: 201, to: [[VICTIM]] });
  });

  it.each([`x@a.example\r\nBcc: ${VICTIM}`, `x@a.example ${VICTIM}`, `x@a.example\n`])(
    '%j is refused or trimmed',
    async (email) => {
      const body = { name: 'Cora', email, message: 'Do you repair signs?' };
      const { status } = await test.caller().attempt(api.contact.submit, { body });
      await sendDue(test.deps);
      const got = server.received.splice(0);
      expect([status, got.flatMap(({ to }) => to)]).toEqual(
        email.trim() === 'x@a.example' ? [201, ['x@a.example']] : [400, []],
      );
    },
  );
});

it('keeps the joiners of a name and a title', async () => {
  const admin = await aSignedInUser(test, 'admin');
  const name = 'علی\u200cرضا';
  await admin.call(api.users.create, { body: { name, email: 'ali@staff.example', invite: true } });
  await admin.call(api.requests.enter, { body: submission({ title: '👩\u200d🔧 co\u00adop', customerName: name }) });
  await sendDue(test.deps);
  const mails = server.received.splice(0);
  const [invitation, received] = ['ali@staff.example', 'dana@whitfield.example'].map((to) =>
    mails.find((one) => one.to[0] === to),
  );
  expect(invitation?.mail.text).toContain(name);
  expect(received?.mail.text).toContain(name);
  expect(received?.mail.text).toContain('👩\u200d🔧 co\u00adop');
});
