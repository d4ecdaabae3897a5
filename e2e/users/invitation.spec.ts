import { unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { linkIn } from '../support/mails.ts';

test('An admin invites a user by mail, and the invited person chooses a password', async ({ page, api, browser }) => {
  const name = unique('Nina ');
  const email = `${unique('nina')}@staff.example`;
  await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
  await page.getByRole('button', { name: 'Add New User' }).click();
  const dialog = page.getByRole('dialog', { name: /Add New User/ });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(email);
  // The texts of a typed password stay.
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog.getByText('Password is required for new users')).toBeVisible();
  await dialog.getByRole('switch', { name: /Invite by mail/ }).click();
  await expect(dialog.locator('input[type=password]')).toHaveCount(0);
  await expect(dialog.getByText('No mail server is set: the invitation would reach nobody.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  // Done, but: it says so in another tone, how they get in, and until it is dismissed.
  const warning = page.locator('[data-tone=warning]').filter({ hasText: 'hand over the link' });
  await expect(warning).toContainText(`User "${name}" created successfully! No invitation was sent`);
  await warning.getByRole('button', { name: 'Dismiss' }).click();
  await expect(warning).toHaveCount(0);
  await page
    .getByPlaceholder(/Search/)
    .or(page.getByRole('searchbox'))
    .first()
    .fill(name);
  // Others are invited too: their cards stay until the list is read anew.
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1);
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Invite ${name} again` }).click();
  await expect(warning).toContainText(`No new invitation to "${name}" was sent, because no mail server is set.`);
  const second = linkIn(await api.mailTo(email, 2));
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(new URL(second, page.url()).href);
  await theirs.getByLabel('New password').fill('brand-new-ladder-42');
  await theirs.getByRole('button', { name: 'Save Password' }).click();
  await expect(theirs).toHaveURL(/\/dashboard\/technician$/);
  await context.close();
  await page.reload();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
  await expect(page.getByText('Invited', { exact: true })).toHaveCount(0);
});
