import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { mailChoices } from '../../testing/access/mail.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { sendDue } from './mail.send.service.ts';

const HOUR = 3_600_000;
let now: number;
let server: MailServer;
let test: TestApp;
beforeEach(async () => {
  now = Date.parse('2026-11-23T15:00:00Z');
  server = await startMailServer();
  test = await testApp({ now: () => new Date(now) }, { SMTP_URL: server.url }, { asOwner: true });
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

const contact = (email: string) =>
  test.caller().call(api.contact.submit, { body: { name: 'Cora Caller', email, message: 'Do you repair signs?' } });
/** Adds a mail, with the content that another release stored. */
async function mailWith(content: RawBuilder<unknown>) {
  await contact('first@caller.example');
  await sql`update mail_outbox set content = ${content}`.execute(test.deps.db);
  await contact('second@caller.example');
}
const outcomes = async () =>
  (await test.deps.db.selectFrom('mail_outbox').select(['state', 'answer']).orderBy('id').execute()).map(
    ({ state, answer }) => [state, answer],
  );
const LACKING = "Another version of Switchboard stored this email. This one can't read: name";
const SENT = ['sent', '250 queued as TEST'];

describe('a mail of another release', () => {
  it('is sent without what this one doesn’t know', async () => {
    await mailWith(sql`content || '{"pronouns":"she","phone":{"mobile":"1"}}'`);
    await sendDue(test.deps);
    expect(await outcomes()).toEqual([SENT, SENT]);
  });

  it('that lacks a value waits while instances are upgraded, and holds up no other', async () => {
    await mailWith(sql`content - 'name'`);
    await sendDue(test.deps);
    expect(await outcomes()).toEqual([['waiting', LACKING], SENT]);
  });

  it('that lacks a value fails after an hour, and says what it lacks', async () => {
    await mailWith(sql`content - 'name'`);
    now += HOUR;
    await sendDue(test.deps);
    expect(await outcomes()).toEqual([['failed', LACKING], SENT]);
  });

  it('of an unknown kind waits for an instance of that release', async () => {
    await sql`alter type mail_kind add value 'survey'`.execute(test.deps.db);
    await mailWith(sql`content`);
    await sql`update mail_outbox set kind = 'survey' where recipient like 'first%'`.execute(test.deps.db);
    await sendDue(test.deps);
    expect(await outcomes()).toEqual([['waiting', null], SENT]);
    const admin = await aSignedInUser(test, 'admin');
    expect((await admin.call(api.mail.list, {})).mails.map(({ kind }) => kind)).toEqual(['contact_received', 'survey']);
  });
});

it('a kind that only another release can switch off stays off', async () => {
  const admin = await aSignedInUser(test, 'admin');
  await test.deps.db
    .updateTable('mail_settings')
    .set({ switched_off: ['survey', 'contact_received'] })
    .execute();
  const { settings } = await admin.call(api.mail.updateSettings, { body: mailChoices });
  expect(settings.switched_off).toEqual([]);
  const row = await test.deps.db.selectFrom('mail_settings').select('switched_off').executeTakeFirstOrThrow();
  expect(row.switched_off).toEqual(['survey']);
});
