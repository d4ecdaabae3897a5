import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { PASSWORD, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';

const HOME = '/dashboard/technician';
const openMenu = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change password' });

test('The menu at the name says who is signed in, switches the theme and logs out', async ({ page, api }) => {
  const person = await api.person('technician', unique('Tess '));
  await openAs(page, person, HOME);
  await openMenu(page, person.name);
  const menu = page.getByRole('menu');
  for (const text of [person.name, person.email, 'Technician']) await expect(menu).toContainText(text);
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: person.name, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});

test('A theme that is chosen in one tab is the theme of the other open tabs, on the website too', async ({
  page,
  api,
  context,
}) => {
  const person = await api.person('technician', unique('Tess '));
  await openAs(page, person, HOME);
  const website = await context.newPage();
  await website.goto('/');
  const dashboard = await context.newPage();
  await dashboard.goto(HOME);
  await expect(dashboard.getByRole('button', { name: person.name, exact: true })).toBeVisible();
  await openMenu(page, person.name);
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await expect(dashboard.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  for (const tab of [dashboard, website]) await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark');
  await website.getByRole('button', { name: 'Switch to light theme' }).click();
  for (const tab of [dashboard, page]) await expect(tab.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('The menu of a phone has the same, and the first three screens stand beside it', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const admin = await api.staff('admin');
  await openAs(page, admin, `/dashboard/admin/users?search=${encodeURIComponent(admin.email)}`);
  const bar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Requests', 'Users']);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const sheet = page.getByRole('dialog');
  for (const text of [admin.name, admin.email, 'Admin']) await expect(sheet).toContainText(text);
  await expect(sheet.getByRole('link')).toHaveText([
    'Dashboard',
    'All Requests',
    'User Management',
    'Customers',
    'Contact Messages',
    'Technician Monitor',
    'Analytics',
    'Reports',
    'Audit Trail',
    'System',
    'Settings',
    'Back to Site',
  ]);
  await sheet.getByRole('button', { name: 'Change password' }).click();
  await expect(dialogOf(page).getByLabel(/^Current password/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Every entry of the navigation leads to a screen', async ({ page, api }) => {
  const office = [
    'Dashboard',
    'All Requests',
    'User Management',
    'Customers',
    'Contact Messages',
    'Technician Monitor',
  ];
  for (const [role, home, entries] of [
    ['admin', '/dashboard/admin', [...office, 'Analytics', 'Reports']],
    ['auditor', '/dashboard/auditor', ['Dashboard', 'Audit Trail']],
    ['technician', '/dashboard/technician', ['Dashboard', 'My Requests']],
  ] as const) {
    await openAs(page, await api.staff(role), home);
    const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    for (const name of entries) await expect(links.filter({ hasText: name })).not.toHaveCount(0);
    for (const name of (await links.allTextContents()).filter((text) => text !== 'Back to Site')) {
      await links.filter({ hasText: name }).first().click();
      await expect(links.filter({ hasText: name }).first()).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toHaveCount(0);
    }
  }
});

test('A password is changed; other sessions end, and this one stays', async ({ page, api }) => {
  const person = await api.person('technician', unique('Tess '));
  const account = (password: string) => ({ body: { email: person.email, password } });
  const elsewhere = await api.as(null, contract.auth.login, account(PASSWORD));
  await openAs(page, person, HOME);
  await openMenu(page, person.name);
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('This signs you out on every other device.');
  const submit = dialog.getByRole('button', { name: 'Change Password' });
  await submit.click();
  for (const text of ['Current password is required', 'New password is required', 'Please repeat the new password']) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await dialog.getByLabel(/^Current password/).fill('not-the-password');
  await dialog.getByLabel(/^New password/).fill('short');
  await dialog.getByLabel(/^Repeat new password/).fill('ladders-up-at-10');
  await submit.click();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(dialog.getByText('The passwords do not match')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel(/^New password/).fill('ladders-up-at-10');
  await submit.click();
  await expect(dialog.getByText('The current password is not correct')).toBeVisible();
  await dialog.getByLabel(/^Current password/).fill(PASSWORD);
  await submit.click();
  await expect(dialog.getByText('Your password is changed. You are signed out on every other device.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const signIn = (password: string) => api.attempt(null, contract.auth.login, account(password));
  expect((await api.attempt(elsewhere, contract.auth.me, {})).status).toBe(401);
  expect((await api.attempt(person, contract.auth.me, {})).status).toBe(200);
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn('ladders-up-at-10')).status).toBe(200);
});

test('A change of password that fails says so, and keeps what was entered', async ({ page, api }) => {
  const person = await api.staff('technician');
  await openAs(page, person, HOME);
  await openMenu(page, person.name);
  await page.getByRole('menuitem', { name: 'Change password' }).press('Enter');
  const dialog = dialogOf(page);
  await page.route(callTo(contract.users.changePassword), (route) => answer(route, 500, {}));
  await dialog.getByLabel(/^Current password/).fill(PASSWORD);
  await dialog.getByLabel(/^New password/).fill('ladders-up-at-10');
  await dialog.getByLabel(/^Repeat new password/).fill('ladders-up-at-10');
  await dialog.getByLabel(/^Repeat new password/).press('Enter');
  await expect(dialog.getByText('Failed to change password')).toBeVisible();
  await expect(dialog.getByLabel(/^New password/)).toHaveValue('ladders-up-at-10');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard unsaved changes?')).toBeVisible();
});

test('A long business name takes two lines of the sidebar, not more', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
  const brand = page.getByRole('navigation', { name: 'Dashboard' }).locator('[title]').first();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [before, after] = await brand.evaluate((element) => {
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
    element.textContent = 'Brightline Commercial Lighting and Electrical Contractors of Central Florida';
    return [lineHeight, element.getBoundingClientRect().height];
  });
  expect(after).toBeLessThanOrEqual((before ?? 0) * 2 + 1);
});

test.use({ allowConsole: /400|500/ });
