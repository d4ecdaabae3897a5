import { afterEach, beforeEach, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, picture, signature } from '#server/testing/factories.ts';
import { aSignedInUser } from '#server/testing/people.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { HELD_MS } from '../mail/mail.rules.ts';
import { sendDue } from '../mail/mail.send.service.ts';

let server: MailServer;
let test: TestApp;
beforeEach(async () => {
  server = await startMailServer();
  test = await testApp({}, { SMTP_URL: server.url, PUBLIC_URL: 'https://desk.example' });
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

const sendHeld = () => sendDue({ ...test.deps, now: () => new Date(Date.now() + HELD_MS) });

async function completed() {
  const admin = await aSignedInUser(test, 'admin');
  const technician = await aSignedInUser(test, 'technician');
  const request = await anAssignedRequest(test, admin, technician, 'in_progress');
  const params = { id: String(request.id) };
  await technician.call(api.requests.updateWithFiles, {
    params,
    body: { status: 'completed', rating: 5, signature: await signature() },
    files: [{ name: 'pole.png', bytes: await picture() }],
  });
  return { admin, params, external_id: request.external_id };
}

it('A completion sends the work order to the customer: the PDF, and a link that opens it', async () => {
  const { external_id } = await completed();
  await sendHeld();
  const mail = server.received.find(({ mail }) => mail.subject?.startsWith('Completed'))?.mail;
  expect(mail?.attachments).toMatchObject([
    { filename: `work-order-${external_id}.pdf`, mimeType: 'application/pdf', disposition: 'attachment' },
  ]);
  // The customer's copy has no notes, which say what was done.
  const text = mail?.text?.replace(/\s+/g, ' ');
  expect(text).toContain('what you reported, when it was received and completed, and any photos and signature.');
  expect(text).not.toContain('what was done');
  const pdf = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const link = /https:\/\/desk\.example(\/api\/work-orders\/\S+)/.exec(mail?.text ?? '')?.[1];
  const opened = await test.app.inject({ method: 'GET', url: link ?? '' });
  expect(opened.statusCode).toBe(200);
  expect(opened.headers['content-type']).toBe('application/pdf');
});

it('A request that is reopened before the mail leaves sends no work order, and no mail fails', async () => {
  const { admin, params } = await completed();
  await admin.call(api.requests.changeStatus, { params, body: { status: 'in_progress' } });
  await sendHeld();
  const subjects = server.received.map(({ mail }) => mail.subject ?? '');
  expect(subjects.filter((subject) => subject.startsWith('Completed'))).toEqual([]);
  const left = await test.deps.db.selectFrom('mail_outbox').select('kind').where('state', '!=', 'sent').execute();
  expect(left).toEqual([]);
});
