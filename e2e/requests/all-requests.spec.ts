import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest } from '../support/dashboards.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo, hold, succeed, withoutLive } from '../support/network.ts';
import { expectCount, requestsOf, tableRow } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';

test.describe('All Requests', () => {
  test(
    'opens from the sidebar, and says how many match of how many',
    { tag: '@phone' },
    async ({ page, api }, info) => {
      const { word } = await requestsOf(api, 2);
      await openAs(page, await api.staff('admin'), '/dashboard/admin');
      await page.getByRole('link', { name: isOnPhone(info) ? 'Requests' : 'All Requests' }).click();
      await expect(page.getByRole('heading', { name: 'All Requests' })).toBeVisible();
      await expect(page.getByText(/^(\d[\d,]*) of \1$/)).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search' }).fill(word);
      await expect(page.getByText(/^2 of \d[\d,]*$/)).toBeVisible();
      await expectCount(page, 2);
      await expectNoSidewaysScroll(page);
    },
  );

  test('marks what a search found as it was written', { tag: '@phone' }, async ({ page, api }) => {
    const word = unique('lamp');
    await api.request({ title: `Núñez ${word}`, customerName: 'José Núñez' });
    await openAs(page, await api.staff('admin'), `${PATH}?search=nunez ${word}`);
    await expectCount(page, 1);
    const found = page.getByRole('main').locator('mark');
    await expect(found.filter({ hasText: 'Núñez' })).toHaveCount(2);
    await expect(found.filter({ hasText: word })).not.toHaveCount(0);
    await expectAccessible(page);
  });

  test('says nothing of the requests of all filters while they are on their way', async ({ page, api }) => {
    await api.request();
    await openAs(page, await api.staff('admin'), `${PATH}?search=${unique('nothing')}`);
    await expect(page.getByText('No requests match your filters')).toBeVisible();
    const release = await hold(page, callTo(contract.requests.list));
    await page.getByRole('button', { name: 'Clear Filters' }).first().click();
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
    await expect(page.getByText('No requests match your filters')).toHaveCount(0);
    await expect(page.getByText('No requests found')).toHaveCount(0);
    release();
    await expect(page.getByRole('button', { name: /^View Details/ }).first()).toBeVisible();
  });

  test('has the columns of the dashboard without Rating, and its filters without the custom range; a request has the focus again when it closes', async ({
    page,
    api,
  }) => {
    const { word, requests } = await requestsOf(api, 1);
    const [request] = requests;
    if (!request) throw new Error('there is no request');
    await openAs(page, await api.staff('admin'), `${PATH}?search=${word}&period=custom&from=2026-01-01`);
    await expect(page.getByText(/^1 of \d/)).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['', 'ID', 'Customer', 'Title', 'Status', 'Priority', 'Assigned To', 'Created', 'Actions'],
    ]);
    const time = page.getByRole('combobox', { name: 'Time' });
    await expect(time.getByRole('option')).toHaveText(['All time', 'Today', 'Last 7 days', 'Last 30 days']);
    await expect(time).toHaveValue('all');
    await expect(page.getByLabel('Start date')).toHaveCount(0);

    await openRequest(page, 'View Details', request.external_id);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `View Details: ${request.external_id}` })).toBeFocused();
  });

  test('keeps its filters in the address, and clears them', async ({ page, api }) => {
    const { word, requests } = await requestsOf(api, 2);
    const [first] = requests;
    await api.office(contract.requests.changeStatus, { ...pathOf(first), body: { status: 'cancelled' } });
    await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Cancelled' });
    await expect(page.getByText(/^1 of \d/)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${PATH}\\?search=${word}&status=cancelled$`));
    await page.reload();
    await expect(page.getByText(/^1 of \d/)).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page.getByText(/^(\d[\d,]*) of \1$/)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  });

  test.describe('without an answer', () => {
    test.use({ allowConsole: /net::ERR_FAILED/ });
    test('says so, and loads on Try Again; says that nothing matches, or that there is nothing', async ({
      page,
      api,
    }) => {
      // Live updates would load it again before the press.
      await withoutLive(page);
      await page.route(callTo(contract.requests.list), (route) => route.abort());
      await openAs(page, await api.staff('admin'), PATH);
      await expect(page.getByText('Failed to load requests')).toBeVisible();
      await page.unroute(callTo(contract.requests.list));
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText(/^\d[\d,]* of \d/)).toBeVisible();

      await page.getByRole('searchbox', { name: 'Search' }).fill(unique('nothing'));
      await expect(page.getByText('No requests match your filters')).toBeVisible();
      const none = { requests: [], matched: 0, more_match: false, total: 0, page: 1, limit: 50 };
      await page.route(callTo(contract.requests.list), (route) => succeed(route, contract.requests.list, none));
      await page.goto(PATH);
      await expect(page.getByText('No requests found')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    });
  });
});

test.describe("The auditor's list of requests", () => {
  const AUDITOR_PATH = '/dashboard/auditor/requests';

  test('shows everything and changes nothing', { tag: '@phone' }, async ({ page, api }, info) => {
    const { word, requests } = await requestsOf(api, 2);
    const newest = requests[0]?.external_id ?? '';
    await openAs(page, await api.staff('auditor'), AUDITOR_PATH);
    await expect(page.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Requests', exact: true, level: 1 })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill(word);
    await expect(page.getByText(/^Showing 2 of \d/)).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Assign|status/ })).toHaveCount(0);
    if (!isOnPhone(info)) {
      // Out of the search field, which would take the letters. The first key shows that keys work here.
      await page.locator('main').focus();
      await page.keyboard.press('j');
      await expect(tableRow(page, { external_id: newest })).toBeFocused();
      for (const key of ['a', 's', 'x']) await page.keyboard.press(key);
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await expect(page.getByText('selected')).toHaveCount(0);
    }
    const dialog = await openRequest(page, 'View Details', newest);
    await expect(dialog.getByRole('tab', { name: 'Details' })).toBeVisible();
    await expect(dialog.getByRole('tab', { name: /Assignment|Status/ })).toHaveCount(0);
  });

  test('says which requests alone an address shows, and leads to all', async ({ page, api }) => {
    const technician = await api.account('technician', unique('Ida Watt '));
    const { external_id } = await api.assignedTo(technician, { service_type: 'Sign Lighting' });
    const filters = new URLSearchParams({ technician: String(technician.id), service_type: 'Sign Lighting' });
    await openAs(page, await api.staff('auditor'), `${AUDITOR_PATH}?${filters}`);
    await expect(page.getByText(/^Showing 1 of \d/)).toBeVisible();
    await expect(page.getByRole('button', { name: `View Details: ${external_id}` })).toBeVisible();
    await expect(
      page.getByText(`Only requests: assigned to ${technician.name}, service type Sign Lighting`, { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page).toHaveURL(new RegExp(`${AUDITOR_PATH}$`));
    await expect(page.getByText(/^Only requests:/)).toHaveCount(0);
  });

  test('opens for admins, read-only as well, and not for technicians', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), AUDITOR_PATH);
    await expect(page.getByText(/^Showing \d/)).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await openAs(page, await api.staff('technician'), AUDITOR_PATH);
    await expect(page).toHaveURL(/\/login/);
  });
});
