import { expectAccessible } from '../support/accessibility.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

test('The dashboard opens with what needs the office now, and each entry leads to its requests', {
  tag: '@phone',
}, async ({ page, api }) => {
  const emergency = await api.request({ priority: 'Emergency' });
  const ordinary = await api.request();
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  const needs = page.getByRole('region', { name: 'What needs you now' });
  await expect(needs).toBeVisible();
  await expectAccessible(page);
  await needs.getByRole('link', { name: /^\d+ Emergency, not assigned$/ }).click();
  await expect(page).toHaveURL(/\?attention=unassigned_emergency$/);
  await expect(page.getByText('Only requests: Emergency, not assigned')).toBeVisible();
  await expect(rowOf(page, emergency.external_id)).toBeVisible();
  await expect(rowOf(page, ordinary.external_id)).toBeHidden();
  await expectAccessible(page);

  // The view survives a reload, and is left by one press.
  await page.reload();
  await expect(rowOf(page, emergency.external_id)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  await expect(rowOf(page, ordinary.external_id)).toBeVisible();
});

test('Without exceptions, the dashboard shows nothing about them', async ({ page, api }) => {
  const none = { unassigned_emergency: 0, no_signature: 0, long_pending: 0, long_in_progress: 0, low_rating: 0 };
  let attention = { ...none, low_rating: 1 };
  await page.route('**/api/requests/attention', (route) => route.fulfill({ json: { attention } }));
  await page.clock.install();
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  const needs = page.getByRole('region', { name: 'What needs you now' });
  await expect(needs.getByRole('link')).toHaveCount(1);
  attention = none;
  await page.clock.runFor(30_000);
  await expect(needs).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});
