import { aLargeReport, anEmptyReport, aReport } from '../reports/answers.ts';
import { aWorkedTechnician, figureOf, REPORTS } from '../reports/work.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, succeed, withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /500|could not be loaded/ });

test(
  'Reports: while one loads, its charts and their tables, a refused range, much, nothing, and a failure',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const CALL = callTo(contract.reports.report);
    let report = aReport();
    await page.route(CALL, (route) => succeed(route, contract.reports.report, { report }));
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('admin'), `${REPORTS}?period=last_30_days`);
    await expect(page.getByRole('status', { name: 'Loading the report' })).toBeVisible();
    await expectAccessible(page);
    release();
    await page.unroute(CALL);
    await page.route(CALL, (route) => succeed(route, contract.reports.report, { report }));
    await page.reload();
    await expect(page.getByText('Showing: 128 of 1,412 requests · Period: Last 30 Days')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Mail me the report of each month' })).toBeEnabled();
    await expect(figureOf(page, 'Rating Distribution').getByRole('img', { name: /^Rating/ })).toBeVisible();
    await expectAccessible(page);
    const tables = page.getByRole('button', { name: /^Show as table/ });
    for (let left = 7; left > 0; left -= 1) {
      await expect(tables).toHaveCount(left);
      await tables.first().press('Enter');
    }
    await expect(page.getByRole('table')).toHaveCount(7 + 1);
    await expectAccessible(page, page.getByRole('main'));

    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    report = aLargeReport();
    await page.reload();
    const performance = figureOf(page, 'Technician Performance');
    await expect(performance).toContainText('The chart shows the 12 with the most work, the table all 40.');
    await expectAccessible(page, performance);
    report = anEmptyReport();
    const filters = page.getByRole('search', { name: 'Filter the report' });
    await filters.getByRole('combobox', { name: 'Date Range' }).selectOption('Custom Range');
    await filters.getByLabel('From', { exact: true }).fill('2020-03-02');
    await filters.getByLabel('To', { exact: true }).fill('2020-03-01');
    await expect(filters.getByText('Start date cannot be after end date')).toBeVisible();
    await expectAccessible(page, filters);
    await filters.getByLabel('To', { exact: true }).fill('2020-03-31');
    await expect(page.getByText('No Data Available', { exact: true })).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
    await page.unroute(CALL);
    await page.route(CALL, (route) => answer(route, 500, {}));
    await page.reload();
    await expect(page.getByText('Failed to load the report')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test(
  'Analytics: while it loads, its chart, no requests, and a failure',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const CALL = callTo(contract.reports.analytics);
    const requests = { pending: 14, assigned: 12, in_progress: 7, completed: 167, cancelled: 29 };
    const none = { pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 };
    const users = { total: 1_210, active: 1_198, admins: 3, technicians: 1_205, auditors: 2 };
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('admin'), '/dashboard/admin/analytics');
    await expect(page.getByRole('status', { name: 'Loading analytics' })).toBeVisible();
    await expectAccessible(page);
    release();
    const status = figureOf(page, 'Request Status Distribution');
    await page.route(CALL, (route) => succeed(route, contract.reports.analytics, { requests, users }));
    await page.reload();
    await expect(status.getByRole('img', { name: /200 requests/ })).toBeVisible();
    await expectAccessible(page);
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    await page.route(CALL, (route) => succeed(route, contract.reports.analytics, { requests: none, users }));
    await page.reload();
    await expect(status).toContainText('No requests yet');
    await expectAccessible(page, status);
    await page.route(CALL, (route) => answer(route, 500, {}));
    await page.reload();
    await expect(page.getByText('Failed to load analytics')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test(
  'The Technician Monitor: while it loads, a card, a refused range, an empty one, nobody, and a failure',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const CALL = callTo(contract.reports.monitor);
    const { technician } = await aWorkedTechnician(api);
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('admin'), `/dashboard/admin/technicians?search=${technician.email}`);
    await expect(page.getByRole('status', { name: 'Loading technicians' })).toBeVisible();
    await expectAccessible(page);
    release();
    const card = page.getByRole('article', { name: technician.name, exact: true });
    if (isOnPhone(info)) await card.getByText('6 requests').click();
    await expect(card.getByRole('button', { name: /^View Details: REQ-/ })).toHaveCount(6);
    await expectAccessible(page);
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    const filters = page.getByRole('search', { name: 'Filter technicians' });
    await filters.getByRole('combobox', { name: 'Date' }).selectOption('Custom Range');
    await filters.getByLabel('To Date').fill('2020-03-01');
    await filters.getByLabel('From Date').fill('2020-03-02');
    await expect(filters.getByText('Start date cannot be after end date')).toBeVisible();
    await expectAccessible(page, filters);
    await filters.getByLabel('From Date').fill('2020-02-01');
    await expect(card).toContainText('No requests found for this technician');
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    await expectAccessible(page, card);
    await filters.getByRole('searchbox', { name: 'Search' }).fill('nobody-has-this-name');
    await expect(page.getByText('No technicians found', { exact: true })).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
    await page.route(CALL, (route) => answer(route, 500, {}));
    await page.reload();
    await expect(page.getByText('Failed to load technicians')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);
