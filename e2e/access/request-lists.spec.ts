import { expectAccessible } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo, hold, succeed, withoutLive } from '../support/network.ts';
import { expectCount, message, requestsOf } from '../support/request-lists.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ });

const ALL = '/dashboard/admin/requests';
const LIST = callTo(contract.requests.list);
const none = { requests: [], matched: 0, more_match: false, total: 0, page: 1, limit: 50 };

test(
  'All Requests: the list, its menus, and the list when it matches nothing, is empty or failed',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const { word, requests } = await requestsOf(api, 3, { priority: 'Emergency' });
    const technician = await api.account('technician');
    const assigned = requests[1];
    await api.office(contract.requests.assign, { ...pathOf(assigned), body: { technician_id: technician.id } });
    await openAs(page, await api.staff('admin'), `${ALL}?search=${word}`);
    await expectCount(page, 3);
    await expectAccessible(page);
    const menu = page.getByRole('listbox');
    await page.getByRole('button', { name: new RegExp(`^Assign ${assigned?.external_id}`) }).click();
    await expect(menu.getByRole('option', { name: technician.name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: new RegExp(`^Change status of ${assigned?.external_id}`) }).click();
    await expect(menu).toBeVisible();
    await expectAccessible(page, menu);
    await menu.getByRole('option', { name: 'In Progress' }).click();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeVisible();
    await expectAccessible(page, page.getByRole('status', { name: 'Messages' }));
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Views' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export a period' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, page.getByRole('menu'));
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox', { name: 'Search' }).fill(`${word} nothing`);
    await expect(page.getByText('No requests match your filters')).toBeVisible();
    await expectAccessible(page);
    await page.route(LIST, (route) => succeed(route, contract.requests.list, none));
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect(page.getByText('No requests found')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    await page.unroute(LIST);
    await page.route(LIST, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Failed to load requests')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test('All Requests on a desktop: sorted, compact, selected, refused, exporting, and the sheet of keys', async ({
  page,
  api,
}) => {
  const { word, requests } = await requestsOf(api, 3, { priority: 'Emergency' });
  const [late] = requests;
  await openAs(page, await api.person('admin'), `${ALL}?search=${word}`);
  await expectCount(page, 3);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'By priority' });
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('checkbox', { name: 'Created' }).uncheck();
  await chooser.getByText('Compact').click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('textbox', { name: 'Save the present filters as' }).fill('My poles');
  await page.keyboard.press('Enter');
  const views = page.getByRole('list', { name: 'Views' });
  await expect(views.getByRole('button', { name: 'My poles', exact: true })).toBeVisible();
  await expectAccessible(page, views);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected requests' });
  await expect(bar).toContainText('3 selected');
  await expectAccessible(page);
  await api.office(contract.requests.changeStatus, { ...pathOf(late), body: { status: 'in_progress' } });
  await bar.getByRole('button', { name: 'Set Status' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Cancelled' }).click();
  const question = page.getByRole('dialog', { name: 'Set 3 requests to Cancelled?' });
  await expect(question).toBeVisible();
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Set to Cancelled' }).click();
  await expect(message(page, /^2 updated, 1 refused: /)).toBeVisible();
  await expect(bar).toContainText('1 selected');
  await expectAccessible(page);

  const release = await hold(page, callTo(contract.requests.export));
  const save = page.getByRole('button', { name: 'Export CSV' });
  const download = page.waitForEvent('download');
  await save.click();
  await expect(save).toHaveAttribute('data-loading', 'true');
  await expectAccessible(page, save);
  release();
  await download;
  await page.locator('main').focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
});

test(
  'The Admin Dashboard: what needs the office, its list, what alone is shown, old rows and a failure',
  {
    tag: '@phone',
  },
  async ({ page, api, context }, info) => {
    await requestsOf(api, 1, { priority: 'Emergency' });
    const release = await hold(page, LIST);
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    const needs = page.getByRole('region', { name: 'What needs you now' });
    await expect(needs.getByRole('link', { name: 'No mail server' })).toBeVisible();
    await expectAccessible(page);
    release();
    await needs.getByRole('link', { name: /^\d+ Emergency, not assigned$/ }).click();
    await expect(page.getByText('Only requests: Emergency, not assigned')).toBeVisible();
    await expect(page.getByRole('button', { name: /^View Details/ }).first()).toBeVisible();
    // Until the filtered list is there, the one before it is shown faded.
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await context.setOffline(true);
    await expect(page.getByText(/^Showing what was loaded at .+ No connection\.$/)).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing-has-this-word');
    await expect(page.getByText('No requests match your filters')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    await page.unroute(LIST);
    await page.route(LIST, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Failed to load requests')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test(
  "The auditor's list of requests, and a request that can only be read",
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const { word, requests } = await requestsOf(api, 2);
    await openAs(page, await api.staff('auditor'), `/dashboard/auditor/requests?search=${word}`);
    await expectCount(page, 2);
    await expectAccessible(page);
    await page.getByRole('button', { name: `View Details: ${requests[0]?.external_id}` }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('link', { name: 'Audit trail' })).toBeVisible();
    if (!isOnPhone(info)) await expectAccessible(page, dialog);
  },
);
