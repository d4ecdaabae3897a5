import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type AccountLinks, openAccountLinks } from '../../testing/account-links.ts';
import { aUser, type StaffRow } from '../../testing/people.ts';
import { sendDue } from './mail.send.service.ts';

const HOUR = 3_600_000;
let links: AccountLinks;
let user: StaffRow;
beforeEach(async () => {
  links = await openAccountLinks();
  user = await aUser(links.test, 'technician', { name: 'Tess Volt' });
  links.server.refuse(user.email, 451);
  await links.test.caller().call(api.auth.forgotPassword, { body: { email: user.email } });
  await sendDue(links.test.deps);
});
afterEach(() => links.close());

const mails = () => links.test.deps.db.selectFrom('mail_outbox').select(['state', 'answer']).execute();
const ends = async () =>
  (await links.test.deps.db.selectFrom('account_links').select('expires_at').execute()).map(({ expires_at }) =>
    expires_at.getTime(),
  );
/** Lets time pass in which each try is refused for now. */
async function waitInVain(hours: number) {
  for (let n = 0; n < hours * 2; n += 1) {
    links.clock.forward(30);
    await sendDue(links.test.deps);
  }
}

describe('The mail of a password reset that no server takes', () => {
  it('for eleven hours carries a link that works then, and the earlier ones have ended', async () => {
    await waitInVain(10);
    expect(await mails()).toEqual([{ state: 'waiting', answer: '451 Greylisted, try again later' }]);
    links.server.refuse(user.email, 451, 0);
    links.clock.forward(61);
    const [token = ''] = await links.tokensFor(user.email);
    const now = links.test.deps.now().getTime();
    expect((await ends()).filter((end) => end > now)).toHaveLength(1);
    expect(await links.choose(token)).toMatchObject({ status: 200, body: { user: { id: user.id } } });
  });

  it('for longer than twelve hours fails with the reason, and no further link is made', async () => {
    const asked = links.test.deps.now().getTime();
    await waitInVain(15);
    const answer = 'The link of this mail has ended: it was used, replaced or too old';
    expect(await mails()).toEqual([{ state: 'failed', answer }]);
    expect(Math.max(...(await ends()))).toBeLessThan(asked + 13 * HOUR);
  });

  it('is dropped when its person has left meanwhile', async () => {
    const office = await links.asOffice();
    await office.call(api.users.remove, { params: { id: String(user.id) } });
    links.clock.forward(61);
    await sendDue(links.test.deps);
    expect(await mails()).toEqual([]);
  });
});
