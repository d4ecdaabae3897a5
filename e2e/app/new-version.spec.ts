import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { banner, field, fill, open, send } from '../support/contact-form.ts';
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

test.describe('A form whose part is gone from the server', () => {
  test.use({ allowConsole: /Failed to load resource|dynamically imported module|Unable to preload/ });
  const FORM_PART = '**/assets/contact-submission-*.js';
  const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'a newer version is out' });

  test('offers a new load, and what was typed stays', async ({ page }) => {
    await page.route(FORM_PART, (route) => route.fulfill({ status: 404 }));
    await open(page);
    await fill(page, { Message: 'Do you light signs?' });
    await send(page).click();
    await expect(bar(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.unroute(FORM_PART);
    await bar(page).getByRole('button', { name: 'Reload Page' }).click();
    await expect(bar(page)).toBeHidden();
    await expect(field(page, 'Message')).toHaveValue('Do you light signs?');
    await send(page).click();
    await expect(banner(page)).toBeVisible();
  });

  test('blames nobody for a lost connection', async ({ page, context }) => {
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'));
    await page.route(FORM_PART, async (route) => {
      await context.setOffline(true);
      await route.abort();
    });
    await open(page);
    await fill(page, { Message: 'Do you light signs?' });
    await send(page).click();
    await asked;
    await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
    await expect(bar(page)).toBeHidden();
  });

  test('lets the visitor stay', async ({ page }) => {
    await page.route(FORM_PART, (route) => route.fulfill({ status: 404 }));
    await open(page);
    await fill(page, { Message: 'Do you light signs?' });
    await send(page).click();
    await bar(page).getByRole('button', { name: 'Not Now' }).click();
    await expect(bar(page)).toBeHidden();
    await expect(field(page, 'Message')).toHaveValue('Do you light signs?');
  });
});
