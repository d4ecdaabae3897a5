import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo, succeed, withoutLive } from '../support/network.ts';

test.describe('The Admin Dashboard', () => {
  test(
    'lists requests with counts, filters and texts for empty lists',
    { tag: '@phone' },
    async ({ page, api }, info) => {
      const admin = await api.person('admin', 'Ada Office');
      const word = unique('bollard');
      const first = await api.request({ title: `First ${word}`, priority: 'Emergency' });
      await api.request({ title: `Second ${word}` });
      await openAs(page, admin, '/dashboard/admin');

      await expect(page.getByText('Welcome, Ada Office')).toBeVisible();
      for (const card of ['Total Requests', 'Pending', 'Assigned', 'In Progress', 'Completed']) {
        await expect(page.getByRole('button', { name: new RegExp(`^${card}`) }).first()).toBeVisible();
      }
      await page
        .getByRole('textbox', { name: 'Search' })
        .or(page.getByRole('searchbox', { name: 'Search' }))
        .fill(word);
      await expect(page.getByText(/^Showing 2 of \d[\d,]* requests$/)).toBeVisible();
      const row = rowOf(page, first.external_id);
      await expect(row).toContainText('Emergency');
      await expect(row).toContainText('Unassigned');
      await expectNoSidewaysScroll(page);

      if (isOnPhone(info)) await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('combobox', { name: 'Priority' }).selectOption({ label: 'Emergency' });
      await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
      await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Cancelled' });
      await expect(page.getByText('No requests match your filters')).toBeVisible();
      await page.getByRole('button', { name: 'Clear Filters' }).click();
      await expect(page.getByText(/^Showing (\d[\d,]*) of \1 requests$/)).toBeVisible();

      await page.getByRole('combobox', { name: 'Time' }).selectOption({ label: 'Custom range' });
      await page.getByLabel('Start date').fill('2026-05-02');
      await page.getByLabel('End date').fill('2026-05-01');
      await expect(page.getByText('Start date cannot be after end date').first()).toBeVisible();
      // The rows are those of other dates, and so would be their number.
      await expect(page.getByText(/^Showing /)).toHaveCount(0);
    },
  );

  test('says that the list cannot be loaded, loads it on Try Again, and says when there is nothing', async ({
    page,
    api,
  }) => {
    const admin = await api.staff('admin');
    // Live updates would load it again before the press.
    await withoutLive(page);
    const list = callTo(contract.requests.list);
    await page.route(list, (route) => route.abort());
    await openAs(page, admin, '/dashboard/admin');
    await expect(page.getByText('Failed to load requests')).toBeVisible();
    await page.unroute(list);
    await page.getByRole('button', { name: /try again|retry/i }).click();
    await expect(page.getByText(/^Showing /)).toBeVisible();
    const none = { requests: [], matched: 0, more_match: false, total: 0, page: 1, limit: 50 };
    await page.route(list, (route) => succeed(route, contract.requests.list, none));
    await page.reload();
    await expect(page.getByText('No requests found')).toBeVisible();
    await expect(page.getByText('No requests match your filters')).toHaveCount(0);
  });
  test.use({ allowConsole: /net::ERR_FAILED/ });
});
