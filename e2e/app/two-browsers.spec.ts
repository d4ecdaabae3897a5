import type { Browser, Page } from '@playwright/test';
import { PASSWORD, type Person, unique } from '../support/api.ts';
import { openRequest, rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test.use({ allowConsole: /401|409/ });

/** A page in a browser of its own, with this person's session. */
async function elsewhere(browser: Browser, server: string, person: Person, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server })).newPage();
  await openAs(page, person, path);
  return page;
}

test('Two dispatchers change one request: the second one sees both changes side by side, and decides', async ({
  page,
  api,
  browser,
  server,
}) => {
  const request = await api.request();
  const list = `/dashboard/admin?search=${request.external_id}`;
  await withoutLive(page);
  await openAs(page, await api.staff('admin'), list);
  const other = await elsewhere(browser, server, await api.person('admin', 'Otto Other'), list);
  const mine = await openRequest(page, 'View Details', request.external_id);
  const theirs = await openRequest(other, 'View Details', request.external_id);
  for (const dialog of [mine, theirs]) await dialog.getByRole('tab', { name: 'Status' }).click();

  await mine.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
  await mine.getByLabel(/Notes/).last().fill('Sent twice.');
  await theirs.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'In Progress' });
  await theirs.getByRole('button', { name: 'Update Status' }).click();
  await expect(theirs.getByText('Status updated successfully!')).toBeVisible();

  await mine.getByRole('button', { name: 'Update Status' }).click();
  await expect(mine.getByText(/^Otto Other changed the status on .* choose what stands\.$/)).toBeVisible();
  await expect(mine.getByRole('row', { name: 'Status Pending In Progress Cancelled' })).toBeVisible();
  await mine.getByRole('button', { name: 'Discard mine' }).click();
  await expect(mine.getByText('Now: In Progress.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, request.external_id)).toContainText('In Progress');
  await other.context().close();
});

test('An admin deactivates a user whose form is open elsewhere: the user signs in again, and has the text back', async ({
  page,
  api,
  browser,
  server,
}) => {
  const user = await api.person('admin', unique('Uma '));
  const request = await api.request();
  await openAs(page, user, `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(`Request #${request.external_id}`) });
  await dialog.getByRole('tab', { name: 'Status' }).click();
  await dialog.getByLabel(/Notes/).last().fill('Half a thought');

  const users = `/dashboard/admin/users?search=${encodeURIComponent(user.email)}`;
  const admin = await elsewhere(browser, server, await api.person('admin'), users);
  await admin.getByRole('button', { name: `Deactivate ${user.name}` }).click();
  await expect(admin.getByText(`User "${user.name}" deactivated successfully!`)).toBeVisible();

  // This browser hears of it without a call of its own.
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();

  await admin.getByRole('button', { name: `Activate ${user.name}`, exact: true }).click();
  await expect(admin.getByText(`User "${user.name}" activated successfully!`)).toBeVisible();
  await admin.context().close();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByRole('tab', { name: 'Status' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByLabel(/Notes/).last()).toHaveValue('Half a thought');
});
