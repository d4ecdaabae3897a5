import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type AccountLinks, CHOSEN, openAccountLinks } from '../../testing/account-links.ts';

/** In minutes. */
const DAY = 24 * 60;

let links: AccountLinks;
beforeEach(async () => {
  links = await openAccountLinks();
});
afterEach(() => links.close());

describe('An invitation', () => {
  const form = { name: 'Nina Newcomer', email: 'nina@staff.example', role: 'technician', invite: true } as const;

  it('makes a user without a password, who chooses one by the link of a mail and is signed in', async () => {
    const office = await links.asOffice();
    const { user } = await office.call(api.users.create, { body: form });
    expect(user).toMatchObject({ name: 'Nina Newcomer', is_invited: true, is_active: true });
    expect(await links.login(form.email, '')).toBe(400);
    expect(await links.login(form.email, 'anything-at-all')).toBe(401);
    const [token = ''] = await links.tokensFor(form.email);
    expect(links.server.received[0]?.mail.text).toContain('Olive Office added you as a technician.');
    links.clock.forward(7 * DAY - 1);
    const answer = await links.choose(token);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id, is_invited: false } } });
    expect(await links.login(form.email, CHOSEN)).toBe(200);
    const trail = await links.test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'after'])
      .orderBy('id')
      .execute();
    expect(trail.filter(({ action }) => /users|reset/.test(action))).toMatchObject([
      { action: 'users.create', after: { is_invited: true } },
      { action: 'auth.reset_password', after: { by: 'invitation' } },
    ]);
  });

  it('sent again ends the earlier link, and its mail if that still waits', async () => {
    const office = await links.asOffice();
    const { user } = await office.call(api.users.create, { body: form });
    const [first = ''] = await links.tokensFor(form.email);
    const params = { id: String(user.id) };
    await office.call(api.users.invite, { params });
    // The second mail is replaced before it leaves.
    await office.call(api.users.invite, { params });
    const [, second = '', ...more] = await links.tokensFor(form.email);
    expect(more).toEqual([]);
    expect((await links.choose(first)).status).toBe(403);
    expect((await links.choose(second)).status).toBe(200);
    const log = await links.test.deps.db.selectFrom('mail_outbox').select(['state', 'answer']).orderBy('id').execute();
    expect(log).toEqual([
      { state: 'sent', answer: '250 queued as TEST' },
      { state: 'failed', answer: 'The link of this mail has ended: it was used, replaced or too old' },
      { state: 'sent', answer: '250 queued as TEST' },
    ]);
    expect((await office.attempt(api.users.invite, { params })).body).toMatchObject({
      error: 'conflict',
      message: 'This user has already chosen a password',
    });
  });

  it('ends after seven days, and when the user is deactivated or deleted', async () => {
    const office = await links.asOffice();
    const { user } = await office.call(api.users.create, { body: form });
    const params = { id: String(user.id) };
    const [first = ''] = await links.tokensFor(form.email);
    links.clock.forward(7 * DAY);
    expect((await links.choose(first)).status).toBe(403);
    const again = await links.asOffice();
    await again.call(api.users.invite, { params });
    const second = (await links.tokensFor(form.email)).at(-1) ?? '';
    await again.call(api.users.toggleStatus, { params, body: {} });
    expect((await links.choose(second)).status).toBe(403);
    expect((await again.attempt(api.users.invite, { params })).body.message).toBe('Only an active user can be invited');
    await again.call(api.users.toggleStatus, { params, body: {} });
    expect((await links.choose(second)).status).toBe(403);
    await again.call(api.users.invite, { params });
    const third = (await links.tokensFor(form.email)).at(-1) ?? '';
    await again.call(api.users.remove, { params });
    expect((await links.choose(third)).status).toBe(403);
  });

  it.each([
    [{ password: 'ladders-up-at-9' }, 'password', 'Leave the password blank: the invited person chooses it'],
    [{ is_active: false }, 'is_active', 'Only an active user can be invited'],
    [{ invite: false }, 'password', 'Password is required for new users'],
    [{ invite: false, password: '' }, 'password', 'Password is required for new users'],
    [{ invite: false, password: 'five5' }, 'password', 'Password must be at least 6 characters'],
    [{ invite: 'yes' }, 'invite', 'Please say whether to send an invitation'],
  ])('with %j is refused at %s: %s', async (fields, field, message) => {
    const office = await links.asOffice();
    const answer = await office.attempt(api.users.create, { body: { ...form, ...fields } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field, message }] } });
  });

  it('names all mistakes of the form at once', async () => {
    const office = await links.asOffice();
    const { body } = await office.attempt(api.users.create, { body: {} });
    expect(body.details).toEqual([
      { field: 'name', message: 'Name is required' },
      { field: 'email', message: 'Email is required' },
      { field: 'password', message: 'Password is required for new users' },
    ]);
  });
});
