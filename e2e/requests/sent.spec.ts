import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { fillIn, openForm, received, submit } from '../support/request-form.ts';

const lastRequest = (page: Page) => page.getByText(/^Your last request in this tab:/);

/** Sends a request and returns its tracking ID. */
async function send(page: Page): Promise<string> {
  await fillIn(page, unique('Sent '));
  await submit(page);
  await received(page);
  return (await page.getByText(/^REQ-/).textContent()) ?? '';
}

const expectId = (page: Page, id: string) => expect(page.getByText(id, { exact: true })).toBeVisible();

/** How far something on the page has moved by itself since it was opened. */
const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords() as (PerformanceEntry & { value?: number })[];
    return entries.reduce((sum, { value = 0 }) => sum + value, 0);
  });

test('The tracking ID is there again after a reload and after Back, until another request is begun', {
  tag: '@phone',
}, async ({ page }) => {
  await openForm(page, '/request?service=led-retrofits');
  const id = await send(page);
  await page.reload();
  await received(page);
  await expectId(page, id);
  // The browser reports a shift after its frame.
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  expect(await shiftOf(page)).toBe(0);

  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lights out?' })).toBeVisible();
  await page.goBack();
  await received(page);
  await expectId(page, id);

  await page.getByRole('button', { name: 'Submit another request' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('A sent request hides no draft: a link to the form opens the form, and Back shows the ID', async ({ page }) => {
  await openForm(page);
  const id = await send(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Request Service' }).click();
  await page.getByLabel('Title').fill('The next one');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('The next one');
  await page.goBack();
  await page.goBack();
  await expectId(page, id);
  await page.getByRole('button', { name: 'Submit another request' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('The next one');
});

test('The tracking page offers the last request of the tab and looks it up', async ({ page }) => {
  await page.goto('/track');
  await expect(page.getByText('Nothing sent yet?')).toBeVisible();
  await openForm(page);
  const id = await send(page);
  await page.goto('/track');
  await expect(page.getByText('Nothing sent yet?')).toBeHidden();
  await lastRequest(page).getByRole('link', { name: id }).click();
  await expect(page.getByText('Your request is being reviewed by our office.')).toBeVisible();
  await expect(page.getByLabel('Tracking ID')).toHaveValue(id);
});

test('The last request of the tab does not outlive the logout', async ({ page, api }) => {
  await openAs(page, await api.person('admin'), '/request');
  await send(page);
  await page.goto('/track');
  await expect(lastRequest(page)).toBeVisible();
  await page.goto('/dashboard/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/login/);
  await page.goto('/track');
  await expect(page.getByRole('button', { name: 'Track Request' })).toBeVisible();
  await expect(page.getByText('Nothing sent yet?')).toBeVisible();
  await expect(lastRequest(page)).toBeHidden();
});

test('A browser without storage of the tab sends, and shows the ID again', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await openForm(page);
  const id = await send(page);
  await page.reload();
  await expectId(page, id);
  await page.goto('/track');
  await expect(page.getByText('Nothing sent yet?')).toBeVisible();
});
