import type { Page } from '@playwright/test';
import { openRequest } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const addressOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

test('Back closes the request and not the dashboard; Close leaves no entry in the history', async ({ page, api }) => {
  const admin = await api.staff('admin');
  const request = await api.request();
  const address = `/dashboard/admin?search=${request.external_id}`;
  await openAs(page, admin, '/dashboard/admin/users');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.goto(address);
  let dialog = await openRequest(page, 'View Details', request.external_id);
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(addressOf(page)).toBe(address);
  await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();

  dialog = await openRequest(page, 'View Details', request.external_id);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(addressOf(page)).toBe(address);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
});

test('Back asks before it discards input, and then closes only the dialog', async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByLabel('Notes').fill('half a thought');
  expect(addressOf(page)).toBe('/dashboard/technician');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Notes')).toHaveValue('half a thought');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
  expect(addressOf(page)).toBe('/dashboard/technician');
  await expect(page.getByText('My Assigned Requests').first()).toBeVisible();
});

test('A dialog that closes by itself after a success leaves no entry in the history', async ({ page, api }) => {
  const admin = await api.staff('admin');
  const request = await api.request();
  await page.clock.install();
  await openAs(page, admin, '/dashboard/admin/users');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.goto(`/dashboard/admin?search=${request.external_id}`);
  const dialog = await openRequest(page, 'View Details', request.external_id);
  await dialog.getByRole('tab', { name: 'Status' }).click();
  await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
  // The dialog stays until the test moves its clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
  // Once closed by hand, the dialog does not close a second time.
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.clock.runFor(3_000);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `View Details: ${request.external_id}` })).toBeFocused();
  expect(addressOf(page)).toContain('/dashboard/admin?search=');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
});

test('Back closes the picture first, then its request', async ({ page, api }) => {
  const admin = await api.staff('admin');
  const { external_id: id } = await api.request({}, [photo('pole.png')]);
  await openAs(page, admin, `/dashboard/admin?search=${id}`);
  const dialog = await openRequest(page, 'View Details', id);
  await dialog.getByRole('tab', { name: 'Files (1)' }).click();
  await dialog.getByRole('button', { name: /pole\.png/ }).click();
  const picture = page.getByRole('img', { name: 'pole.png' });
  await expect(picture).toBeVisible();
  await page.goBack();
  await expect(picture).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(addressOf(page)).toBe(`/dashboard/admin?search=${id}`);
});

test('Back closes the form of a user, and takes back one filter of the list, which keeps them in the address', async ({
  page,
  api,
}) => {
  const admin = await api.staff('admin');
  await openAs(page, admin, `/dashboard/admin/users?search=${encodeURIComponent(admin.email)}`);
  for (const button of ['Add New User', `Edit ${admin.name}`]) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(addressOf(page)).toContain('/dashboard/admin/users?search=');
  }
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect.poll(() => addressOf(page)).toBe('/dashboard/admin/users');
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Technician' });
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Active' });
  await expect.poll(() => addressOf(page)).toBe('/dashboard/admin/users?role=technician&active=active');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('technician');
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('technician');
});

test('Back closes the menu of a phone', { tag: '@phone-only' }, async ({ page, api }) => {
  const admin = await api.staff('admin');
  await openAs(page, admin, '/dashboard/admin');
  const menu = page.getByRole('dialog', { name: admin.name });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  expect(addressOf(page)).toBe('/dashboard/admin');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('link', { name: 'User Management' }).click();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
  await expect(menu).toBeHidden();
});

test('Filters are entries of the history, stand in the address, and survive a reload', async ({ page, api }) => {
  const admin = await api.staff('admin');
  await openAs(page, admin, '/dashboard/admin');
  await expect(page.getByText(/^Showing \d/)).toBeVisible();
  const priority = page.getByRole('combobox', { name: 'Priority' });
  const status = page.getByRole('combobox', { name: 'Status' });
  await priority.selectOption({ label: 'Emergency' });
  await status.selectOption({ label: 'Cancelled' });
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('pole 7', { delay: 20 });
  await expect.poll(() => addressOf(page)).toBe('/dashboard/admin?search=pole+7&status=cancelled&priority=urgent');
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('pole 7');
  await expect(status).toHaveValue('cancelled');
  // A typed search is one step, whatever pauses it had.
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(status).toHaveValue('cancelled');
  await page.goBack();
  await expect(status).toHaveValue('');
  await expect(priority).toHaveValue('urgent');
  await page.goBack();
  await expect(priority).toHaveValue('');
  expect(addressOf(page)).toBe('/dashboard/admin');
});

test('A filter changed before the one before it is rendered keeps both', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  await expect(page.getByText(/^Showing \d/)).toBeVisible();
  const priority = page.getByRole('combobox', { name: 'Priority' });
  // Between the two changes the address gets the first one, and nothing is rendered: only microtasks run.
  await priority.evaluate(
    async (first, second) => {
      const choose = (select: Element | null, value: string) => {
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
        select?.dispatchEvent(new Event('change', { bubbles: true }));
      };
      choose(first, 'urgent');
      while (!location.search.includes('priority=urgent')) await null;
      choose(second, 'cancelled');
    },
    await page.getByRole('combobox', { name: 'Status' }).elementHandle(),
  );
  await expect.poll(() => addressOf(page)).toBe('/dashboard/admin?status=cancelled&priority=urgent');
});

test('A search that is still being typed when a dialog opens takes effect after it has closed', async ({
  page,
  api,
}) => {
  const admin = await api.staff('admin');
  const request = await api.request();
  await page.clock.install();
  await openAs(page, admin, '/dashboard/admin');
  const button = page.getByRole('button', { name: `View Details: ${request.external_id}` });
  await expect(button).toBeVisible();
  // The dialog opens before the pause after which a search is sent.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox', { name: 'Search' }).fill(request.external_id);
  await button.click();
  const dialog = page.getByRole('dialog', { name: /^Request/ });
  await page.clock.runFor(1_000);
  await expect(dialog).toBeVisible();
  await page.clock.resume();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(request.external_id);
});

test.describe('With transitions', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('A dialog that has saved, and is closed and opened again at once, stays open and begins anew', async ({
    page,
    api,
  }) => {
    const request = await api.request();
    await page.clock.install();
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${request.external_id}`);
    await page.getByRole('button', { name: `View Details: ${request.external_id}` }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    const saved = dialog.getByText('Status updated successfully!');
    await expect(saved).toBeVisible();
    // From here on no transition ends, and the saved dialog does not close by itself.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
    await page.goBack();
    await page.goForward();
    await expect(saved).toHaveCount(0);
    await page.clock.runFor(3_000);
    await expect(dialog.getByRole('tab', { name: 'Status' })).toBeVisible();
    expect(await page.evaluate(() => history.state.usr?.layers)).toHaveProperty('request');
  });
});
