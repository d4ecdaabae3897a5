import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

/** The part of the app with this screen, which the server does not have any more once a newer version runs there. */
const PART = '**/assets/UsersPage-*.js';
const users = (page: Page) => page.getByRole('heading', { name: 'User Management' });
const oops = (page: Page) => page.getByRole('heading', { name: 'Oops! Something went wrong.' });
const isReloaded = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload'));

/** Opens the dashboard, with all that it loads for itself. */
async function openDashboard(page: Page, api: Api) {
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  await expect(page.getByText(/^Showing /)).toBeVisible();
}

test.describe('A screen whose part is not on the server any more', () => {
  test.use({ allowConsole: /Failed to load resource|dynamically imported module|Unable to preload/ });

  test('comes with a new load of the page', async ({ page, api }) => {
    await openDashboard(page, api);
    // The page that is loaded next is of the newer version.
    page.on('request', async (request) => request.isNavigationRequest() && (await page.unroute(PART)));
    await page.route(PART, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'User Management' }).click();
    await expect(users(page)).toBeVisible();
    expect(await isReloaded(page)).toBe(true);
  });

  test('says so when a new load does not help', async ({ page, api }) => {
    await openDashboard(page, api);
    await page.route(PART, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'User Management' }).click();
    await expect(oops(page)).toBeVisible();
    await page.unroute(PART);
    // The load that failed may still end well, because the part is there again: the link to press may be gone.
    await page.reload();
    await expect(users(page)).toBeVisible();
  });

  test('waits for the connection, and loads then', async ({ page, api, context }) => {
    await openDashboard(page, api);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'User Management' }).click();
    await expect(oops(page)).toBeVisible();
    expect(await isReloaded(page)).toBe(false);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reload Page' }).click();
    await expect(users(page)).toBeVisible();
  });
});
