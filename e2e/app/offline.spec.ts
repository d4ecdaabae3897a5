import type { Locator, Page } from '@playwright/test';
import type { Api, Person } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { openRequest } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, withoutLive } from '../support/network.ts';

test.use({ allowConsole: /net::ERR_/ });

/** Opens the page of a write; what is returned opens and fills in its dialog, again and again. */
type Open = (page: Page, api: Api, admin: Person) => Promise<() => Promise<Locator>>;

const detail: (tab: string, fill: (dialog: Locator, page: Page) => Promise<void>) => Open =
  (tab, fill) => async (page, api, admin) => {
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    return async () => {
      const dialog = await openRequest(page, 'View Details', request.external_id);
      await dialog.getByRole('tab', { name: tab }).click();
      await fill(dialog, page);
      return dialog;
    };
  };

/** Every write of the office's dashboards: how its dialog is filled in, its button, and its error text (spec §8). */
const writes: [name: string, open: Open, button: string, failure: string][] = [
  [
    'An assignment',
    detail('Assignment', async (dialog, page) => {
      await dialog.getByRole('combobox', { name: /Technician/ }).fill('office@example.com');
      await page.getByRole('option', { name: 'Olive Office - office@example.com' }).click();
    }),
    'Assign Technician',
    'Failed to assign request',
  ],
  [
    'A status',
    detail('Status', async (dialog) => {
      await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    }),
    'Update Status',
    'Failed to update status',
  ],
  [
    'A user',
    async (page, _api, admin) => {
      await openAs(page, admin, '/dashboard/admin/users');
      await page.getByRole('searchbox', { name: 'Search' }).fill(admin.email);
      return async () => {
        await page.getByRole('button', { name: `Edit ${admin.name}` }).click();
        const dialog = page.getByRole('dialog', { name: 'Edit User' });
        await dialog.getByLabel(/location/i).fill('Winter Park');
        return dialog;
      };
    },
    'Save Changes',
    'Failed to save user',
  ],
];

/** Collects every call of the page that changes something, from now on. */
function watchWrites(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url());
  });
  return sent;
}

/** A write that is discarded while it is sent is aborted. */
async function expectAbort(page: Page, dialog: Locator, button: string): Promise<void> {
  // The answer does not arrive before the discard.
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : undefined));
  const gone = page.waitForEvent('requestfailed', (request) => request.method() !== 'GET');
  const sent = page.waitForRequest((request) => request.method() !== 'GET');
  await dialog.getByRole('button', { name: button }).click();
  await sent;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
  expect((await gone).failure()?.errorText).toBe('net::ERR_ABORTED');
  await page.unroute('**/api/**');
}

for (const [name, open, button, failure] of writes) {
  test(`${name} without a connection fails at once, and is never sent after it was discarded`, async ({
    page,
    api,
    context,
  }) => {
    const fillIn = await open(page, api, await api.staff('admin'));
    await expectAbort(page, await fillIn(), button);
    const dialog = await fillIn();
    await context.setOffline(true);
    const send = dialog.getByRole('button', { name: button });
    await send.click();
    await expect(dialog.getByRole('alert').filter({ hasText: failure })).toBeVisible();
    await expect(send).toBeEnabled();
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
    const sent = watchWrites(page);
    const fresh = page.waitForResponse((response) => response.url().includes('/api/') && response.ok());
    await context.setOffline(false);
    await fresh;
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(sent).toEqual([]);
  });
}

test('Settings that are saved without a connection fail at once', async ({ page, api, context }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin/settings');
  const form = page.getByRole('form', { name: 'Settings' });
  await form.getByLabel('Name').first().fill('Never Saved Lighting');
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(form.getByText('Failed to save settings')).toBeVisible();
  const sent = watchWrites(page);
  await form.getByRole('button', { name: 'Discard Changes' }).click();
  const fresh = page.waitForResponse((response) => callTo(contract.settings.get).test(response.url()) && response.ok());
  await context.setOffline(false);
  await fresh;
  expect(sent).toEqual([]);
});

const screens: [name: string, path: string, shown: (page: Page) => Locator][] = [
  ['The Admin Dashboard', '/dashboard/admin', (page) => page.getByText(/^Showing \d/)],
  [
    'The Technician Dashboard',
    '/dashboard/technician',
    (page) => page.getByRole('button', { name: /^Work on it/ }).first(),
  ],
  ['User Management', '/dashboard/admin/users', (page) => page.getByRole('button', { name: /^Edit / }).first()],
];

for (const [name, path, shown] of screens) {
  test(`${name} says that it is outdated without a connection, and keeps its content`, {
    tag: path === '/dashboard/technician' ? '@phone-only' : [],
  }, async ({ page, api, context }) => {
    const admin = await api.staff('admin');
    await api.assignedTo(admin);
    await openAs(page, admin, path);
    await expect(shown(page)).toBeVisible();
    await context.setOffline(true);
    const note = page.getByText(/^Showing what was loaded at \d\d?:\d\d [AP]M\. No connection\.$/);
    await expect(note).toBeVisible();
    await expect(shown(page)).toBeVisible();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeEnabled();
    await expect(note).toBeVisible();
    await expect(shown(page)).toBeVisible();
    await context.setOffline(false);
    await expect(note).toBeHidden();
    await expect(shown(page)).toBeVisible();
  });
}

test('A list that fails to reload stays, and says that it is outdated', async ({ page, api }) => {
  // Live updates would load it again before the press.
  await withoutLive(page);
  const admin = await api.staff('admin');
  const request = await api.request();
  await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
  const dialog = await openRequest(page, 'View Details', request.external_id);
  let broken = true;
  await page.route(callTo(contract.requests.list), (route) => (broken ? route.abort() : route.continue()));
  // Closing the dialog reloads the list.
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(page.getByText(/^Showing what was loaded at .* No connection\.$/)).toBeVisible();
  await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(/^Showing what was loaded at/)).toBeHidden();
});
