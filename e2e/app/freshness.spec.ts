import { rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test.describe('An open screen without live updates', () => {
  test.beforeEach(({ page }) => withoutLive(page));

  test('shows within 30 seconds what somebody else has changed', async ({ page, api }) => {
    const admin = await api.staff('admin');
    await page.clock.install();
    await openAs(page, admin, '/dashboard/admin');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByText(/^Showing /)).toBeVisible();
    const request = await api.request();
    await expect(rowOf(page, request.external_id)).toBeHidden();
    await page.clock.runFor(30_000);
    await expect(rowOf(page, request.external_id)).toBeVisible();
  });

  test('shows it at once when the user comes back to the window', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    await expect(page.getByText(/^Showing /)).toBeVisible();
    // What was read a moment ago counts as fresh.
    await page.clock.setFixedTime(Date.now() + 10_000);
    const request = await api.request();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(rowOf(page, request.external_id)).toBeVisible();
  });
});
