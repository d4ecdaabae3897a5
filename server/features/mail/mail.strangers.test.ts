import { afterEach, beforeEach, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aRequest, submission } from '../../testing/factories.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { HELD_MS, STRANGERS_MOST } from './mail.rules.ts';
import { sendDue } from './mail.send.service.ts';

const HOUR = 3_600_000;
const VICTIM = 'victim@somebody.example';
const BAIT = 'You won $1000: claim it at https://prize.example';
let at: number;
let server: MailServer;
let test: TestApp;
beforeEach(async () => {
  at = Date.parse('2026-11-23T15:00:00Z');
  server = await startMailServer();
  test = await testApp({ now: () => new Date(at) }, { SMTP_URL: server.url });
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

const arrived = async () => {
  await sendDue(test.deps);
  return server.received.splice(0);
};
const waiting = async () =>
  (await test.deps.db.selectFrom('mail_outbox').select('id').where('recipient', '=', VICTIM).execute()).length;

it('An email to an address that a stranger typed says nothing that the stranger wrote', async () => {
  const texts = { title: BAIT, description: BAIT, customerName: BAIT, customerAddress: BAIT, service_type: BAIT };
  const body = submission({ ...texts, customerEmail: VICTIM });
  const { request } = await test.caller().call(api.requests.create, { body });
  await test.caller().call(api.contact.submit, { body: { name: BAIT, email: VICTIM, message: BAIT } });
  const emails = await arrived();
  expect(emails).toHaveLength(2);
  for (const { mail } of emails) expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/won|prize|\$1000/);
  expect(emails[0]?.mail.text).toContain(request.external_id);
});

it('The title follows once a staff member has acted on the request', async () => {
  const request = await aRequest(test, { title: 'Dark parking lot', customerEmail: VICTIM });
  const [received] = await arrived();
  expect(received?.mail.text).not.toContain('Dark parking lot');
  const admin = await aSignedInUser(test, 'admin');
  await admin.call(api.requests.changeStatus, { params: { id: String(request.id) }, body: { status: 'in_progress' } });
  at += HELD_MS;
  const [step] = await arrived();
  expect(step?.mail.text).toContain('Dark parking lot');
});

it('An email about a request names its service, and the title when the office has entered it', async () => {
  const service_type = 'Parking Lot & Site Lighting';
  await test.caller().call(api.requests.create, { body: submission({ title: 'Dark lot', service_type }) });
  const admin = await aSignedInUser(test, 'admin');
  await admin.call(api.requests.enter, { body: submission({ title: 'Dark lot', service_type }) });
  const [sent, entered] = await arrived();
  expect(sent?.mail.text).toContain(service_type);
  expect(sent?.mail.text).not.toContain('Dark lot');
  expect(entered?.mail.text).toContain('Dark lot');
});

it('Strangers can cause twenty emails to an address in 24 hours, and the office any number', async () => {
  const visitor = (n: number) => test.caller(undefined, { ip: `203.0.113.${n}` });
  for (let n = 0; n < STRANGERS_MOST + 5; n += 1) {
    const message = { name: 'Cora', email: VICTIM, message: 'Do you repair signs?' };
    if (n % 2) await visitor(n).call(api.contact.submit, { body: message });
    else await visitor(n).call(api.requests.create, { body: submission({ customerEmail: VICTIM }) });
  }
  expect(await waiting()).toBe(STRANGERS_MOST);
  await visitor(90).call(api.requests.create, { body: submission({ customerEmail: 'other@somebody.example' }) });
  expect(await arrived()).toHaveLength(STRANGERS_MOST + 1);

  const admin = await aSignedInUser(test, 'admin');
  await admin.call(api.requests.enter, { body: submission({ customerEmail: VICTIM }) });
  expect(await waiting()).toBe(STRANGERS_MOST + 1);

  at += 24 * HOUR;
  await visitor(91).call(api.contact.submit, {
    body: { name: 'Cora', email: VICTIM, message: 'Do you repair signs, too?' },
  });
  expect(await waiting()).toBe(STRANGERS_MOST + 2);
});
