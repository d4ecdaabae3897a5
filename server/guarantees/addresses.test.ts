import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { sendDue } from '#server/features/mail/mail.send.service.ts';
import { aRequest, as, PASSWORD, type Person, submission } from '#server/testing/factories.ts';
import { aUser } from '#server/testing/people.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let server: MailServer;
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  server = await startMailServer();
  test = await testApp({}, { SMTP_URL: server.url });
  admin = await as(test, 'admin');
});
afterAll(async () => {
  await test.close();
  await server.stop();
});

const db = () => test.deps.db;
const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });
const contactBody = (email: string) => ({ name: 'Cora', email, message: 'Do you repair signs?' });
const aUserBody = (email: string) => ({ name: 'Tess Volt', email, password: 'ladders-up-at-9' });

/** Each form with an address: sends it, and reads what is stored. */
const forms: Record<string, (email: string) => Promise<{ status: number; stored: () => Promise<string | undefined> }>> =
  {
    'the request form': async (customerEmail) => {
      const { status } = await test.caller().attempt(api.requests.create, { body: submission({ customerEmail }) });
      const row = db().selectFrom('requests').select('customer_email').orderBy('id', 'desc').limit(1);
      return { status, stored: async () => (await row.executeTakeFirst())?.customer_email };
    },
    'a correction': async (customer_email) => {
      const request = await aRequest(test);
      const { status } = await admin.attempt(api.requests.update, { ...idOf(request), body: { customer_email } });
      const row = db().selectFrom('requests').select('customer_email').where('id', '=', request.id);
      return { status, stored: async () => (await row.executeTakeFirst())?.customer_email };
    },
    'the contact form': async (email) => {
      const { status } = await test.caller().attempt(api.contact.submit, { body: contactBody(email) });
      const row = db().selectFrom('contact_messages').select('email').orderBy('id', 'desc').limit(1);
      return { status, stored: async () => (await row.executeTakeFirst())?.email };
    },
    'a new user': async (email) => {
      await db()
        .updateTable('users')
        .set({ deleted_at: test.deps.now() })
        .where('email', '=', 'ana@example.com')
        .execute();
      const { status } = await admin.attempt(api.users.create, { body: aUserBody(email) });
      const row = db().selectFrom('users').select('email').orderBy('id', 'desc').limit(1);
      return { status, stored: async () => (await row.executeTakeFirst())?.email };
    },
    'an edit of a user': async (email) => {
      await db()
        .updateTable('users')
        .set({ deleted_at: test.deps.now() })
        .where('email', '=', 'ana@example.com')
        .execute();
      const { id, name, role } = await aUser(test, 'technician');
      const body = { name, email, role, is_active: true };
      const { status } = await admin.attempt(api.users.update, { ...idOf({ id }), body });
      const row = db().selectFrom('users').select('email').where('id', '=', id);
      return { status, stored: async () => (await row.executeTakeFirst())?.email };
    },
    'the settings': async (email) => {
      const { version: _, updated_at: __, ...now } = (await admin.call(api.settings.get, {})).settings;
      const { status } = await admin.attempt(api.settings.update, { body: { ...now, email } });
      return { status, stored: async () => (await admin.call(api.settings.get, {})).settings.email };
    },
    'the mail settings': async (reply_to) => {
      const body = { switched_off: [], sender_name: '', sender_address: '', reply_to };
      const { status } = await admin.attempt(api.mail.updateSettings, { body });
      return { status, stored: async () => (await admin.call(api.mail.settings, {})).settings.reply_to };
    },
  };

describe.each(Object.entries(forms))('%s', (_, send) => {
  it.each(['Ana <Ana@Example.com>', '\u200eana@exam\u00adple.com\u00a0', 'mailto:ana@example.com'])(
    'stores the address of %j',
    async (typed) => {
      const { status, stored } = await send(typed);
      expect(status).toBeLessThan(300);
      expect(await stored()).toBe('ana@example.com');
    },
  );

  it.each(['a..b@example.com', 'ana.@example.com', 'ana@-example.com', 'ana@example.com.', 'ana@example.com,'])(
    'refuses %s',
    async (typed) => expect((await send(typed)).status).toBe(400),
  );
});

it('refuses an address in the words of the specification', async () => {
  const email = 'dana..w@whitfield.example';
  const ofRequest = await test.caller().attempt(api.requests.create, { body: submission({ customerEmail: email }) });
  const ofUser = await admin.attempt(api.users.create, { body: aUserBody(email) });
  expect(ofRequest.body).toMatchObject({
    details: [{ field: 'customerEmail', message: 'Please enter a valid email' }],
  });
  expect(ofUser.body).toMatchObject({ details: [{ field: 'email', message: 'Please enter a valid email address' }] });
});

describe('an address that an earlier release has stored', () => {
  it.each(['ana..old@example.com', 'ana\u200b@old.example', 'mailto:ana@old.example'])(
    '%j lets another field of the request be corrected',
    async (email) => {
      const request = await aRequest(test);
      await db().updateTable('requests').set({ customer_email: email }).where('id', '=', request.id).execute();
      const { title, customer, version } = (await admin.call(api.requests.get, idOf(request))).request;
      const body = { title: `${title}, corrected`, customer_email: customer.email, version };
      const answer = await admin.call(api.requests.update, { ...idOf(request), body });
      expect(answer.request).toMatchObject({ title: `${title}, corrected`, customer: { email } });
    },
  );

  it.each(['tess..old@example.com', '<tess@old.example>'])('%j lets the user be edited', async (email) => {
    const { id } = await aUser(test, 'technician');
    await db().updateTable('users').set({ email }).where('id', '=', id).execute();
    const { created_at: _, is_invited: __, id: ___, ...seen } = (await admin.call(api.users.get, idOf({ id }))).user;
    const { user } = await admin.call(api.users.update, { ...idOf({ id }), body: { ...seen, phone: '407 555 0101' } });
    expect(user).toMatchObject({ email, phone: '407 555 0101' });
    await db()
      .updateTable('users')
      .set({ email: `${id}@gone.example` })
      .where('id', '=', id)
      .execute();
  });

  it('lets other settings be changed', async () => {
    const details = { ...test.business, email: 'office.@old.example' };
    await db()
      .updateTable('settings')
      .set({ details: JSON.stringify(details) })
      .execute();
    const { updated_at: _, ...seen } = (await admin.call(api.settings.get, {})).settings;
    const { settings } = await admin.call(api.settings.update, { body: { ...seen, tagline: 'Lights on' } });
    expect(settings).toMatchObject({ email: 'office.@old.example', tagline: 'Lights on' });
    const next = { ...seen, email: 'office..@old.example', version: settings.version };
    expect((await admin.attempt(api.settings.update, { body: next })).status).toBe(400);
  });

  it('lets other mail settings be changed', async () => {
    await db().updateTable('mail_settings').set({ reply_to: 'office.@old.example' }).execute();
    const { version } = (await admin.call(api.mail.settings, {})).settings;
    const body = { switched_off: [], sender_name: 'Front desk', sender_address: '', reply_to: 'office.@old.example' };
    const { settings } = await admin.call(api.mail.updateSettings, { body: { ...body, version } });
    expect(settings).toMatchObject({ sender_name: 'Front desk', reply_to: 'office.@old.example' });
  });

  it.each([
    ['tess..two@example.com', 'tess..two@example.com'],
    ['<tess@three.example>', 'tess@three.example'],
    ['mailto:tess@four.example', ' mailto:tess@four.example'],
  ])('%j still signs in', async (stored, typed) => {
    const { id } = await aUser(test, 'technician');
    await db().updateTable('users').set({ email: stored }).where('id', '=', id).execute();
    const { user } = await test.caller().call(api.auth.login, { body: { email: typed, password: PASSWORD } });
    expect(user.id).toBe(id);
  });

  it('gets a link for a new password', async () => {
    const { id } = await aUser(test, 'technician');
    await db().updateTable('users').set({ email: '<tess@five.example>' }).where('id', '=', id).execute();
    await test.caller().call(api.auth.forgotPassword, { body: { email: 'tess@five.example' } });
    await sendDue(test.deps);
    expect(server.received.filter(({ to }) => to[0] === 'tess@five.example')).toHaveLength(1);
  });
});

it.each([
  ...[
    "o'neil+lights@example.com",
    '{a}|b$%&*/=?^`~#!@x.example',
    'info@b\u00fccher.example',
    '\u30a2@\u4f8b\u3048.example',
  ],
  ...[`${'a'.repeat(64)}@${'b'.repeat(63)}.example`, `a@${`${'c'.repeat(60)}.`.repeat(4)}example`],
])('the mail server takes %s, as the form does', async (email) => {
  await test.caller().call(api.contact.submit, { body: contactBody(email) });
  await sendDue(test.deps);
  const { state, answer } = await db()
    .selectFrom('mail_outbox')
    .select(['state', 'answer'])
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  expect([state, answer]).toEqual(['sent', expect.stringMatching(/^250/)]);
});

it('signs in with an address as it was pasted', async () => {
  const { id, email } = await aUser(test, 'technician');
  for (const typed of [`Tess <${email.toUpperCase()}>`, `mailto:${email}`, `\u2066${email}\u2069\u00a0`]) {
    const { user } = await test.caller().call(api.auth.login, { body: { email: typed, password: PASSWORD } });
    expect(user.id).toBe(id);
  }
});

it('signs in to the account with exactly this address first', async () => {
  const [old, own] = [await aUser(test, 'technician'), await aUser(test, 'technician')];
  await db()
    .updateTable('users')
    .set({ email: `<${own.email}>` })
    .where('id', '=', old.id)
    .execute();
  const { user } = await test.caller().call(api.auth.login, { body: { email: own.email, password: PASSWORD } });
  expect(user.id).toBe(own.id);
});

it('mails an address that was stored with what came along', async () => {
  await test.caller().call(api.contact.submit, { body: contactBody('cora@old.example') });
  await db()
    .updateTable('mail_outbox')
    .set({ recipient: '<cora\u200b@old.example>' })
    .where('recipient', '=', 'cora@old.example')
    .execute();
  server.received.splice(0);
  await sendDue(test.deps);
  expect(server.received.map(({ to }) => to)).toContainEqual(['cora@old.example']);
});
