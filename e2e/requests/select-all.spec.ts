import { expectAccessible } from '../support/accessibility.ts';
import { contract, type Input, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';
import { expectCount, message, requestsOf } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';

test('Every request that matches is chosen, given away with its progress told, and taken back by one Undo', async ({
  page,
  api,
}) => {
  test.slow();
  const technician = await api.account('technician');
  const { word } = await requestsOf(api, 103);
  const countOf = async (query: Input<typeof contract.requests.list>['query']) =>
    (await api.office(contract.requests.list, { query: { search: word, ...query } })).matched;
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 100);
  const bar = page.getByRole('region', { name: 'Selected requests' });
  const wholePage = page.getByRole('checkbox', { name: 'Select all on this page' });
  await wholePage.check();
  await expect(bar).toContainText('100 selected');
  await bar.getByRole('button', { name: 'Select all 103 that match' }).click();
  await expect(bar).toContainText('All 103 that match are selected');
  await expectAccessible(page, bar);
  // A row less is a choice of its own.
  await page
    .getByRole('checkbox', { name: /^Select REQ/ })
    .first()
    .uncheck();
  await expect(bar).toContainText('99 selected');
  await expect(bar.getByRole('button', { name: /that match/ })).toHaveCount(0);
  await wholePage.check();
  await expect(bar).toContainText('100 selected');
  await bar.getByRole('button', { name: 'Select all 103 that match' }).click();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(callTo(contract.requests.assignMany), async (route) => {
    calls += 1;
    if (calls === 2) await released;
    await route.continue();
  });
  await bar.getByRole('button', { name: 'Assign' }).click();
  await page
    .getByRole('listbox', { name: 'Assign 103 requests to' })
    .getByRole('option', { name: technician.name })
    .click();
  await expect(page.getByText('100 of 103 requests are done')).toBeVisible();
  await expectAccessible(page, page.getByRole('status', { name: 'Messages' }));
  release();
  await expect(message(page, `103 requests assigned to ${technician.name}`)).toBeVisible();
  await expect(page.getByText('requests are done')).toHaveCount(0);
  expect(await countOf({ technician: String(technician.id) })).toBe(103);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  expect(await countOf({ assignment: 'unassigned', status: 'pending' })).toBe(103);
});

test.describe('When a later part of a change cannot be sent', () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });
  test('what was done stays, the rest is told, and both are in one message with one Undo', async ({ page, api }) => {
    test.slow();
    const { word } = await requestsOf(api, 102);
    await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
    await expectCount(page, 100);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.getByRole('region', { name: 'Selected requests' });
    await bar.getByRole('button', { name: 'Select all 102 that match' }).click();
    await expect(bar).toContainText('All 102 that match are selected');
    let calls = 0;
    await page.route(callTo(contract.requests.changeStatusOfMany), (route) => {
      calls += 1;
      return calls === 2 ? route.abort() : route.continue();
    });
    await bar.getByRole('button', { name: 'Set Status' }).click();
    await page.getByRole('listbox').getByRole('option', { name: 'Cancelled' }).click();
    await page.getByRole('button', { name: 'Set to Cancelled' }).click();
    await expect(message(page, /^100 updated, 2 refused: REQ-/)).toBeVisible();
    const cancelled = async () =>
      (await api.office(contract.requests.list, { query: { search: word, status: 'cancelled' } })).matched;
    expect(await cancelled()).toBe(100);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(message(page, 'Undone')).toBeVisible();
    expect(await cancelled()).toBe(0);
  });
});

test('While all that match are read, no key acts on the page alone, and other filters get none of them', async ({
  page,
  api,
}) => {
  const { word, requests } = await requestsOf(api, 102);
  for (const { id } of requests.slice(100)) {
    await api.office(contract.requests.changeStatus, { ...pathOf({ id }), body: { status: 'cancelled' } });
  }
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 100);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected requests' });
  const menu = page.getByRole('listbox');
  const whole = /\/api\/requests\?.*limit=200/;
  const all = bar.getByRole('button', { name: 'Select all 102 that match' });
  let release = await hold(page, whole);
  await all.click();
  await expect(all).toHaveAttribute('data-loading');
  await page.keyboard.press('a');
  await page.keyboard.press('s');
  release();
  await expect(bar).toContainText('All 102 that match are selected');
  await expect(menu).toHaveCount(0);

  await page
    .getByRole('button', { name: /^View Details/ })
    .first()
    .focus();
  await page.keyboard.press('x');
  await page.keyboard.press('x');
  await expect(bar).toContainText('100 selected');
  await page.unroute(whole);
  release = await hold(page, whole);
  await all.click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
  await expect(page).toHaveURL(/status=pending/);
  await expect(all).toHaveCount(0);
  const answered = page.waitForResponse(whole);
  release();
  await (await answered).finished();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByRole('listbox', { name: 'Assign 100 requests to' })).toBeVisible();
});
