import type { Locator } from '@playwright/test';
import type { LoggedMail } from '#contract/mail.ts';
import { contract } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo, succeed, withoutLive } from '../support/network.ts';

test(
  'The send log shows each mail with its request, filters by state, and sends one again',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const email = `log.${info.project.name}.${Date.now()}@caller.example`;
    const request = await api.request({ customerEmail: email });
    await api.mailTo(email);
    await openAs(page, await api.staff('admin'), '/dashboard/admin/settings/mail-log?state=kept');
    const list = isOnPhone(info)
      ? page.getByRole('list', { name: 'Mails' })
      : page.getByRole('region', { name: 'Mails' });
    const entry = (isOnPhone(info) ? list.getByRole('listitem') : list.getByRole('row')).filter({ hasText: email });
    await expect(entry).toContainText('Request received');
    await expect(entry).toContainText('Kept as File');
    await expect(entry).toContainText('no mail server is set');
    await expect(entry.getByRole('link', { name: request.external_id })).toHaveAttribute(
      'href',
      `/dashboard/admin?requestId=${request.id}`,
    );
    await entry.getByRole('button', { name: `Send again to ${email}: Request received` }).click();
    await expect(page.getByText(`The mail to ${email} is sent again.`)).toBeVisible();
    // A mail of another test may have failed: whom it was for is gone.
    const none = { mails: [], total: 0, page: 1, limit: 25 };
    await page.route(callTo(contract.mail.list), (route) =>
      route.request().url().includes('state=failed') ? succeed(route, contract.mail.list, none) : route.continue(),
    );
    await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
    await expect(page).toHaveURL(/state=failed/);
    await expect(page.getByText('No mails in this state')).toBeVisible();
    await page.getByRole('button', { name: 'Show All' }).click();
    await expect(entry).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill(email);
    const count = page.getByText('1 mail', { exact: true });
    await expect(count).toBeVisible();
    // It stands in the line of the fields.
    const middleOf = (of: Locator) =>
      of.evaluate((element) => {
        const content = document.createRange();
        content.selectNodeContents(element);
        const { top, bottom } = (element instanceof HTMLSelectElement ? element : content).getBoundingClientRect();
        return (top + bottom) / 2;
      });
    const field = await middleOf(page.getByRole('combobox', { name: 'State' }));
    expect(Math.abs((await middleOf(count)) - field)).toBeLessThan(2);
    await search.fill(`${email} nobody`);
    await expect(page.getByText('No mails match your filters')).toBeVisible();
    await search.fill(request.external_id);
    await expect(entry).toBeVisible();
    await expect(page).toHaveURL(/search=REQ-/);
  },
);

test('A failed mail is set aside, and the focus goes to the next one', { tag: '@phone' }, async ({ page, api }) => {
  const failed = (id: number, set_aside_at: string | null = null): LoggedMail => ({
    id,
    kind: 'request_received',
    recipient: `customer${id}@caller.example`,
    state: 'failed',
    tries: 9,
    answer: '550 No such user',
    created_at: '2026-11-21T19:59:00Z',
    tried_at: '2026-11-21T19:59:30Z',
    next_try_at: null,
    done_at: '2026-11-21T19:59:30Z',
    set_aside_at,
    request: null,
  });
  let mails = [failed(2), failed(1)];
  const open = () => mails.filter(({ set_aside_at }) => set_aside_at === null).length;
  await page.route(callTo(contract.mail.list), (route) =>
    succeed(route, contract.mail.list, { mails, total: 2, page: 1, limit: 25 }),
  );
  await page.route(callTo(contract.mail.state), (route) =>
    succeed(route, contract.mail.state, {
      route: { to: 'server', server: 'mail.example' },
      failed: open(),
      waiting: 0,
    }),
  );
  await page.route(callTo(contract.mail.setAside), (route) => {
    const mail = failed(Number(/log\/(\d+)/.exec(route.request().url())?.[1]), '2026-11-23T08:00:00Z');
    mails = mails.map((one) => (one.id === mail.id ? mail : one));
    return succeed(route, contract.mail.setAside, { mail });
  });
  await openAs(page, await api.staff('admin'), '/dashboard/admin/settings/mail-log');
  const button = (id: number) =>
    page.getByRole('button', { name: `Set aside the mail to customer${id}@caller.example: Request received` });
  await expect(page.getByText('2 mails could not be delivered.')).toBeVisible();
  await button(2).press('Enter');
  await expect(page.getByText('The mail to customer2@caller.example is set aside.')).toBeVisible();
  await expect(button(2)).toHaveCount(0);
  await expect(button(1)).toBeFocused();
  await expect(page.getByText('One mail could not be delivered.')).toBeVisible();
  await button(1).press('Enter');
  await expect(page.getByText('could not be delivered')).toHaveCount(0);
  await expect(page.getByText('Set aside', { exact: true })).toHaveCount(2);
  await expect(
    page.getByRole('button', { name: 'Send again to customer1@caller.example: Request received' }),
  ).toBeFocused();
});

test('A log that cannot be read says so, and can be tried again', async ({ page, api }) => {
  test.info().annotations.push({ type: 'fault', description: 'the call answers 500' });
  // Live updates would load it again before the press.
  await withoutLive(page);
  await page.route(callTo(contract.mail.list), (route) => route.fulfill({ status: 500, body: '{}' }));
  await openAs(page, await api.staff('admin'), '/dashboard/admin/settings/mail-log');
  await expect(page.getByText('Failed to fetch the send log')).toBeVisible();
  await page.unroute(callTo(contract.mail.list));
  await page.getByRole('button', { name: /Try again/i }).click();
  await expect(page.getByRole('region', { name: 'Mails' }).or(page.getByText('No mails yet'))).toBeVisible();
});
test.use({ allowConsole: /500/ });
