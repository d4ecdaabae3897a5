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
  },
);

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
