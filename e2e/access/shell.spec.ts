import { expectAccessible } from '../support/accessibility.ts';
import { customer, PASSWORD, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, withoutLive } from '../support/network.ts';
import { SETTINGS, save } from '../support/settings.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /status of (401|500)|Notifications could not be/ });

test('The palette: screens, what is found, and who is on the telephone', { tag: '@phone' }, async ({ page, api }) => {
  const word = unique('Palette');
  const phone = String(Date.now()).slice(-10);
  for (const customerName of [`${word} One`, `${word} Two`]) {
    await api.request({ ...customer(), customerName, ...(customerName.endsWith('One') && { customerPhone: phone }) });
  }
  await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
  await page.getByRole('button', { name: /^Find/ }).click();
  const find = page.getByRole('dialog', { name: 'Find', exact: true });
  const field = find.getByRole('combobox', { name: 'Find' });
  await field.fill('mana');
  await expect(find.getByRole('option', { name: 'User Management' })).toBeVisible();
  await expectAccessible(page);
  await field.fill(word);
  await expect(find.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveCount(2);
  await expectAccessible(page, find);
  await field.fill(phone);
  await expect(find.getByRole('group', { name: `${word} One` })).toContainText('1 open of 1 request');
  await expectAccessible(page, find);
});

test(
  'The menu at the name, the dialog of the password with its errors, and the end of a session',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const admin = await api.person('admin');
    await openAs(page, admin, `/dashboard/admin/users?search=${encodeURIComponent(admin.email)}`);
    await page.getByRole('button', { name: isOnPhone(info) ? 'Menu' : admin.name, exact: true }).click();
    const menu = page.getByRole(isOnPhone(info) ? 'dialog' : 'menu');
    await expect(menu).toContainText(admin.email);
    await expectAccessible(page);
    await menu.getByRole(isOnPhone(info) ? 'button' : 'menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel(/^New password/).fill('short');
    await dialog.getByLabel(/^Repeat new password/).fill('ladders-up-at-10');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect(dialog.getByText('The passwords do not match')).toBeVisible();
    await expectAccessible(page);
    for (let nth = 0; nth < 2; nth += 1) await api.office(contract.users.toggleStatus, { ...pathOf(admin), body: {} });
    await dialog.getByLabel(/^Current password/).fill(PASSWORD);
    await dialog.getByLabel(/^New password/).fill('ladders-up-at-10');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'Notifications: the list at the bell, the page with some, with none, and a failure',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const CALL = callTo(contract.notifications.list);
    const technician = await api.person('technician');
    await openAs(page, technician, '/dashboard/notifications');
    await expect(page.getByText('No notifications yet')).toBeVisible();
    await expectAccessible(page);
    for (const priority of ['Emergency', 'low']) await api.assignedTo(technician, { priority });
    await page.reload();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, page.getByRole('main'));
    await page.getByRole('button', { name: /^Notifications, 2 unread/ }).click();
    const list = page.getByRole('dialog', { name: /^Notifications/ });
    await expect(list.getByRole('link', { name: /Unread: New work order/ })).toHaveCount(2);
    await expectAccessible(page);
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    await page.route(CALL, (route) => answer(route, 500, {}));
    await page.reload();
    await expect(page.getByText('Failed to load notifications')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test(
  'Settings: while they load, the form, its errors, 320 px, and a failure',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const CALL = callTo(contract.settings.get);
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('admin'), SETTINGS);
    await expect(page.getByText('Loading settings')).toBeAttached();
    await expectAccessible(page);
    release();
    const tagline = page.getByRole('textbox', { name: 'Tagline', exact: true });
    await expect(tagline).toBeVisible();
    await expectAccessible(page);
    await tagline.fill(' ');
    await page.getByLabel('Tuesday closes').fill('07:00');
    await page.getByRole('button', { name: 'Add Closed Day' }).click();
    await page.getByRole('button', { name: 'Add Link' }).click();
    await save(page).click();
    await expect(page.getByText('Please fix the errors in the form.')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
    if (isOnPhone(info)) {
      await page.setViewportSize({ width: 320, height: 640 });
      await expectAccessible(page);
    }
    await page.unroute(CALL);
    await page.route(CALL, (route) => answer(route, 500, {}));
    page.on('dialog', (question) => question.accept());
    await page.reload();
    await expect(page.getByText('Failed to fetch settings')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);
