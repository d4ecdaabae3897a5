import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, aRequest, type Person } from '../../testing/factories.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { HELD_MS } from './mail.rules.ts';
import { sendDue } from './mail.send.service.ts';

const WRONG = 'dana@whitfeld.example';
const RIGHT = 'dana@whitfield.example';
let clock: { at: number };
let server: MailServer;
let test: TestApp;
let admin: Person;
beforeEach(async () => {
  clock = { at: Date.parse('2026-11-23T15:00:00Z') };
  server = await startMailServer();
  test = await testApp({ now: () => new Date(clock.at) }, { SMTP_URL: server.url });
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

const received = () => server.received.map(({ to }) => to.join());
const mails = () =>
  test.deps.db.selectFrom('mail_outbox').select(['kind', 'recipient', 'state']).orderBy('id').execute();
const paramsOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });
const correct = (request: { id: number }) =>
  admin.call(api.requests.update, { ...paramsOf(request), body: { customer_email: RIGHT } });
async function rename(user: Person, email: string) {
  const { created_at: _, id: __, is_invited: ___, ...now } = (await admin.call(api.users.get, paramsOf(user))).user;
  await admin.call(api.users.update, { ...paramsOf(user), body: { ...now, email } });
}
async function sendAgain() {
  for (const { id } of (await admin.call(api.mail.list, { query: { state: 'failed' } })).mails)
    await admin.call(api.mail.sendAgain, paramsOf({ id }));
  await sendDue(test.deps);
}

describe('After the address of a customer is corrected', () => {
  it('emails that wait go to the new one', async () => {
    const request = await aRequest(test, { customerEmail: WRONG });
    await correct(request);
    await sendDue(test.deps);
    expect(received()).toEqual([RIGHT]);
  });

  it('an email that failed goes to the new one when it is sent again', async () => {
    server.refuse(WRONG, 550);
    const request = await aRequest(test, { customerEmail: WRONG });
    await sendDue(test.deps);
    expect(await mails()).toMatchObject([{ recipient: WRONG, state: 'failed' }]);
    await correct(request);
    await sendAgain();
    expect(received()).toEqual([RIGHT]);
  });

  it('the log still says where earlier emails went, and one that was on its way', async () => {
    const request = await aRequest(test, { customerEmail: WRONG });
    server.beforeAnswer = async () => {
      server.beforeAnswer = undefined;
      await correct(request);
    };
    await sendDue(test.deps);
    expect(received()).toEqual([WRONG]);
    expect(await mails()).toMatchObject([{ recipient: WRONG, state: 'sent' }]);
  });

  it('emails about other requests, and to other people, keep their address', async () => {
    const technician = await aSignedInUser(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician);
    const other = await aRequest(test, { customerEmail: WRONG });
    await admin.call(api.requests.update, { ...paramsOf(request), body: { customer_email: 'new@whitfield.example' } });
    expect(await mails()).toEqual([
      { kind: 'request_received', recipient: 'new@whitfield.example', state: 'waiting' },
      { kind: 'status_changed', recipient: 'new@whitfield.example', state: 'waiting' },
      { kind: 'request_assigned', recipient: technician.email, state: 'waiting' },
      { kind: 'request_received', recipient: WRONG, state: 'waiting' },
    ]);
    expect((await admin.call(api.requests.get, paramsOf(other))).request.customer.email).toBe(WRONG);
  });
});

describe('After the address of a user is corrected', () => {
  it('an assignment goes to the new one', async () => {
    const technician = await aSignedInUser(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician);
    await rename(technician, 'tess@office.example');
    clock.at += HELD_MS;
    await sendDue(test.deps);
    expect(received()).toContain('tess@office.example');
    expect(received()).not.toContain(technician.email);
    expect((await admin.call(api.requests.get, paramsOf(request))).request.assigned_to).toBe(technician.id);
  });

  it('an invitation that failed goes to the new one when it is sent again, and its link works', async () => {
    server.refuse('tes@office.example', 550);
    const body = { name: 'Tess Volt', email: 'tes@office.example', role: 'technician', invite: true } as const;
    const { user } = await admin.call(api.users.create, { body });
    await sendDue(test.deps);
    expect(await mails()).toMatchObject([{ kind: 'invitation', state: 'failed' }]);
    const { name, role, is_active } = user;
    await admin.call(api.users.update, {
      ...paramsOf(user),
      body: { name, role, is_active, email: 'tess@office.example' },
    });
    await sendAgain();
    expect(received()).toEqual(['tess@office.example']);
    const [, token = ''] = /#token=([\w-]+)/.exec(server.received[0]?.mail.text ?? '') ?? [];
    const chosen = await test.caller().attempt(api.auth.resetPassword, { body: { token, password: 'porch-light-5' } });
    expect(chosen.status).toBe(200);
  });
});
