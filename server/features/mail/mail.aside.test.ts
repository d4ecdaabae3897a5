import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
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

it('A failed mail is no trouble any more when an admin sets the mail aside, until it fails again', async () => {
  server.refuse('cora@caller.example', 550, 2);
  const message = { name: 'Cora Caller', email: 'cora@caller.example', message: 'Do you repair signs?' };
  await test.caller().call(api.contact.submit, { body: message });
  await sendDue(test.deps);
  const admin = await aSignedInUser(test, 'admin');
  const [failed] = (await admin.call(api.mail.list, {})).mails;
  const params = { id: String(failed?.id) };
  const troubles = async () => (await admin.call(api.mail.state, {})).failed;
  expect(await troubles()).toBe(1);
  const aside = (await admin.call(api.mail.setAside, { params })).mail;
  expect(aside).toMatchObject({ state: 'failed', set_aside_at: expect.any(String) });
  expect(await troubles()).toBe(0);
  expect((await admin.call(api.system.state, {})).system.mail.figures?.failed).toBe(0);
  // It stays in the log, among those that failed.
  expect((await admin.call(api.mail.list, { query: { state: 'failed' } })).total).toBe(1);
  // Again changes nothing.
  expect((await admin.call(api.mail.setAside, { params })).mail).toEqual(aside);

  await admin.call(api.mail.sendAgain, { params });
  const refused = await admin.attempt(api.mail.setAside, { params });
  expect(refused.body).toMatchObject({ error: 'conflict', message: 'Only a mail that failed can be set aside' });
  await sendDue(test.deps);
  expect(await troubles()).toBe(1);
});
