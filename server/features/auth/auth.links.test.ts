import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type AccountLinks, CHOSEN, openAccountLinks } from '../../testing/account-links.ts';
import { PASSWORD } from '../../testing/factories.ts';
import { aSignedInUser, aUser } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { sendDue } from '../mail/mail.send.service.ts';
import { purgeLinks } from './auth.links.service.ts';

const ASKED = 'If this address belongs to an account, a mail with a link is on its way. The link works for one hour.';
const ENDED = 'This link is not valid any more. Please ask for a new one.';

let links: AccountLinks;
beforeEach(async () => {
  links = await openAccountLinks();
});
afterEach(() => links.close());

const forgot = (email: string) => links.test.caller().attempt(api.auth.forgotPassword, { body: { email } });
async function askedToken(email: string): Promise<string> {
  await forgot(email);
  const token = (await links.tokensFor(email)).at(-1);
  if (!token) throw new Error('no link arrived');
  return token;
}

const emailOf = async (id: number) =>
  (await links.test.deps.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
async function edit(id: number, change: object) {
  const office = await links.asOffice();
  const { user } = await office.call(api.users.get, { params: { id: String(id) } });
  const { name, email, role, is_active } = user;
  return office.call(api.users.update, {
    params: { id: String(id) },
    body: { name, email, role, is_active, ...change },
  });
}

describe('A forgotten password', () => {
  it('is replaced by a link in a mail: the person is signed in, and their other sessions end', async () => {
    const person = await aSignedInUser(links.test, 'technician', 'Tess Volt');
    expect((await forgot(` ${person.email.toUpperCase()} `)).body).toEqual({ message: ASKED });
    const [token = ''] = await links.tokensFor(person.email);
    expect(links.server.received[0]?.mail).toMatchObject({ subject: expect.stringContaining('Choose a new password') });
    expect(links.server.received[0]?.mail.text).toContain('Hello Tess Volt,');
    expect((await person.attempt(api.auth.me)).status).toBe(200);
    const answer = await links.choose(token);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id, is_invited: false } } });
    expect((await person.attempt(api.auth.me)).status).toBe(401);
    expect((await links.test.caller(String(answer.body.token)).attempt(api.auth.me)).status).toBe(200);
    expect(await links.login(person.email, PASSWORD)).toBe(401);
    expect(await links.login(person.email, CHOSEN)).toBe(200);
  });

  it.each([
    ['an unknown address', async () => 'nobody@staff.example'],
    ['an inactive user', async () => (await aUser(links.test, 'technician', { is_active: false })).email],
    [
      'a deleted user',
      async () => {
        const { id, email } = await aUser(links.test, 'technician');
        const gone = { is_active: false, deleted_at: links.test.deps.now() };
        await links.test.deps.db.updateTable('users').set(gone).where('id', '=', id).execute();
        return email;
      },
    ],
    [
      'someone who was invited',
      async () => {
        const { id, email } = await aUser(links.test, 'technician');
        await links.test.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
        return email;
      },
    ],
  ])(
    'of %s gets the same answer after the same work, no mail, and leaves no trace in the send log',
    async (_, make) => {
      const known = await aUser(links.test, 'admin');
      const email = await make();
      const statements = async (address: string) => {
        const before = await links.test.deps.db.selectFrom('mail_outbox').select('id').execute();
        const answer = await forgot(address);
        const after = await links.test.deps.db.selectFrom('mail_outbox').select('id').execute();
        return { status: answer.status, body: answer.body, added: after.length - before.length };
      };
      // The call writes the same rows for every address: it looks up nobody.
      expect(await statements(email)).toEqual(await statements(known.email));
      await sendDue(links.test.deps);
      expect(links.server.received.map(({ to }) => to)).toEqual([[known.email]]);
      expect((await links.test.deps.db.selectFrom('mail_outbox').select('recipient').execute()).length).toBe(1);
    },
  );

  it('without a mail server: the page says to ask the office, and the mail is kept as a file', async () => {
    const silent = await testApp({ now: links.clock.now }, {}, { join: links.test });
    try {
      const { email } = await aUser(links.test, 'admin');
      const answer = await silent.caller().call(api.auth.forgotPassword, { body: { email } });
      expect(answer.message).toBe('This site sends no mail at the moment. Please ask the office for a new password.');
      await sendDue(silent.deps);
      const row = await links.test.deps.db.selectFrom('mail_outbox').select('state').executeTakeFirst();
      expect(row).toEqual({ state: 'kept' });
    } finally {
      await silent.close();
    }
  });

  it('is limited to three links an hour for an account', async () => {
    const { email } = await aUser(links.test, 'admin');
    for (let n = 0; n < 5; n += 1) expect((await forgot(email)).body).toEqual({ message: ASKED });
    expect(await links.tokensFor(email)).toHaveLength(3);
    links.clock.forward(61);
    await purgeLinks(links.test.deps);
    await forgot(email);
    expect(await links.tokensFor(email)).toHaveLength(4);
  });

  it('is limited to five calls in a quarter of an hour for a network', async () => {
    const strict = await testApp({ now: links.clock.now }, { RATE_LIMITS: 'on' }, { join: links.test });
    try {
      const statuses = [];
      for (let n = 0; n < 6; n += 1) {
        const ask = strict.caller(undefined, { ip: '203.0.113.9' }).attempt(api.auth.forgotPassword, {
          body: { email: `someone.${n}@staff.example` },
        });
        statuses.push((await ask).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await strict.close();
    }
  });

  it.each([
    [{}, 'email', 'Email is required'],
    [{ email: 'office' }, 'email', 'Please enter a valid email'],
  ])('asked for with %j is refused: %s', async (body, field, message) => {
    const answer = await links.test.caller().attempt(api.auth.forgotPassword, { body });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field, message }] } });
  });
});

describe('A link to choose a password', () => {
  it('works once', async () => {
    const { email } = await aUser(links.test, 'admin');
    const token = await askedToken(email);
    expect((await links.choose(token)).status).toBe(200);
    expect((await links.choose(token, 'another-new-one-43')).body).toMatchObject({
      error: 'forbidden',
      message: ENDED,
    });
    expect(await links.login(email, CHOSEN)).toBe(200);
  });

  it('says whether it works, and is not used up by the question', async () => {
    const { email } = await aUser(links.test, 'admin');
    const token = await askedToken(email);
    const ask = (given: string) =>
      links.test
        .caller()
        .attempt(api.auth.checkLink, { body: { token: given } })
        .then(({ body }) => body);
    expect(await ask(token)).toEqual({ problem: null });
    expect((await links.choose(token)).status).toBe(200);
    // The same for a link that was used and for one that nobody has made.
    expect(await ask(token)).toEqual({ problem: ENDED });
    expect(await ask('x'.repeat(43))).toEqual({ problem: ENDED });
    expect(await ask('x')).toMatchObject({ details: [{ field: 'token', message: ENDED }] });
  });

  it('works once when it is used many times at the same moment', async () => {
    const { email } = await aUser(links.test, 'admin');
    const token = await askedToken(email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => links.choose(token, `brand-new-ladder-${n}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(4);
  });

  it('ends after an hour', async () => {
    const { email } = await aUser(links.test, 'admin');
    const token = await askedToken(email);
    links.clock.forward(60);
    expect((await links.choose(token)).body.message).toBe(ENDED);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['another link was used', async (id) => links.choose(await askedToken(await emailOf(id)), 'brand-new-ladder-7')],
    [
      'the user was deactivated',
      (id) => links.asOffice().then((it) => it.call(api.users.toggleStatus, { params: { id: String(id) }, body: {} })),
    ],
    [
      'the user was deleted',
      (id) => links.asOffice().then((it) => it.call(api.users.remove, { params: { id: String(id) } })),
    ],
    ['the office set a password', (id) => edit(id, { password: 'ladders-up-at-9' })],
    ['the address changed', (id) => edit(id, { email: 'new.address@staff.example' })],
  ])('ends when %s', async (_, change) => {
    const user = await aUser(links.test, 'technician');
    const token = await askedToken(user.email);
    await change(user.id);
    expect(await links.choose(token)).toMatchObject({ status: 403, body: { message: ENDED } });
  });

  it('stays when the office edits something else', async () => {
    const user = await aUser(links.test, 'technician');
    const token = await askedToken(user.email);
    await edit(user.id, { phone: '(407) 555-0100' });
    expect((await links.choose(token)).status).toBe(200);
  });

  it.each([
    ['x', CHOSEN, 400, 'token', ENDED],
    ['x'.repeat(43), CHOSEN, 403, null, ENDED],
    ['valid', 'short', 400, 'password', 'Password must be at least 6 characters'],
    ['valid', '', 400, 'password', 'Password is required'],
    ['valid', 'password1', 400, 'password', expect.any(String)],
  ])('with %s and the password "%s" answers %i', async (given, password, status, field, message) => {
    const { email } = await aUser(links.test, 'admin');
    const token = await askedToken(email);
    const answer = await links.choose(given === 'valid' ? token : given, password);
    expect(answer).toMatchObject({ status, body: field ? { details: [{ field, message }] } : { message } });
    // A refusal does not use the link up.
    expect((await links.choose(token)).status).toBe(200);
  });

  it('is in no row of the database, in no log of mails, and in no entry of the trail', async () => {
    const { email } = await aUser(links.test, 'admin');
    const token = await askedToken(email);
    const { mail_outbox, account_links, audit_events } = {
      mail_outbox: await links.test.deps.db.selectFrom('mail_outbox').selectAll().execute(),
      account_links: await links.test.deps.db.selectFrom('account_links').selectAll().execute(),
      audit_events: await links.test.deps.db.selectFrom('audit_events').selectAll().execute(),
    };
    const all = JSON.stringify({ mail_outbox, account_links, audit_events });
    expect(account_links).toHaveLength(1);
    expect(all).not.toContain(token);
    // What the database holds opens nothing: neither the seed nor the hash is a token.
    const [link] = account_links;
    for (const secret of [link?.seed ?? '', link?.token_hash.toString('base64url') ?? '']) {
      expect((await links.choose(secret)).status).toBe(403);
    }
  });
});
