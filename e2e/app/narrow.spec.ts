import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { customer, unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

/** As wide as a desktop's window of 1280 px at 400 %. */
test.use({ viewport: { width: 320, height: 640 } });

/** The words of buttons and links that are wider than their room. What only a screen reader finds is one pixel wide. */
const cutLabels = (page: Page) =>
  page
    .getByRole('main')
    .locator(':is(button, a) span:visible')
    .evaluateAll((labels) =>
      labels
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .filter((label) => getComputedStyle(label).overflowX === 'hidden')
        .map(({ textContent }) => textContent),
    );

for (const path of ['settings', 'settings/mail', 'settings/backups']) {
  test(`No button of ${path} loses a letter at 320 px`, { tag: '@phone-only' }, async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), `/dashboard/admin/${path}`);
    await expect(page.getByRole('button', { name: 'Discard Changes' })).toBeVisible();
    expect(await cutLabels(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  });
}

test('No button of a customer loses a letter at 320 px', { tag: '@phone-only' }, async ({ page, api }) => {
  const customerEmail = `${unique('narrow')}@caller.example`;
  await api.request({ ...customer(), customerEmail });
  await openAs(page, await api.staff('admin'), `/dashboard/admin/customers?search=${customerEmail}`);
  await page.getByRole('button', { name: new RegExp(customerEmail) }).tap();
  await expect(page.getByRole('link', { name: 'New request' })).toBeVisible();
  expect(await cutLabels(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
});

test('The saved views fit a screen of 320 px', { tag: '@phone-only' }, async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin/requests?status=pending');
  await page.getByRole('button', { name: 'Views', exact: true }).tap();
  await expect(page.getByRole('textbox', { name: 'Save the present filters as' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
