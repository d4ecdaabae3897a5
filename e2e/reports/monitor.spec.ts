import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { PASSWORD, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, withoutLive } from '../support/network.ts';
import { expectColumnsOfOne, expectCount } from '../support/request-lists.ts';
import { aWorkedTechnician } from './work.ts';

const MONITOR = '/dashboard/admin/technicians';
const cardOf = (page: Page, { name }: { name: string }) => page.getByRole('article', { name, exact: true });

async function expectCounts(card: Locator, counts: readonly [number, number, number, number]): Promise<void> {
  await expect(card.getByRole('term')).toHaveText(['Total', 'Pending', 'In Progress', 'Completed']);
  await expect(card.getByRole('definition')).toHaveText(counts.map(String));
}
const viewButtons = (card: Locator) => card.getByRole('button', { name: /^View Details: REQ-/ });

test(
  'A card has a technician with counts and requests, and a request opens from it',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const { technician, requests } = await aWorkedTechnician(api);
    await openAs(page, await api.staff('admin'), MONITOR);
    await expect(page.getByText(/^[\d,]+ of [\d,]+ technicians?$/)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill(technician.name.toUpperCase());
    await expect(page.getByText(/^1 of [\d,]+ technicians?$/)).toBeVisible();
    const card = cardOf(page, technician);
    await expect(card.getByRole('link', { name: technician.email })).toHaveAttribute(
      'href',
      `mailto:${technician.email}`,
    );
    await expect(card).toContainText('No location set');
    await expect(card.getByText('Active', { exact: true })).toBeVisible();
    await expectCounts(card, [6, 2, 1, 2]);
    if (isOnPhone(info)) await card.getByText('6 requests').click();
    await expect(viewButtons(card)).toHaveCount(6);
    if (!isOnPhone(info)) await expectColumnsOfOne(card);
    await expectNoSidewaysScroll(page);
    await card.getByRole('button', { name: `View Details: ${requests.working.external_id}` }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`Request #${requests.working.external_id}`) });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card).toBeVisible();
  },
);

test('Cards stay faint while the dates run backwards, and paper says so', async ({ page, api }) => {
  const { technician } = await aWorkedTechnician(api);
  await openAs(page, await api.staff('admin'), `${MONITOR}?search=${technician.email}&period=custom&to=2026-03-10`);
  await expect(cardOf(page, technician)).toBeVisible();
  await page.getByLabel('From Date', { exact: true }).fill('2026-03-11');
  await expect(page.getByRole('alert').getByText('Start date cannot be after end date')).toBeVisible();
  await expect(page.locator('[data-stale]').filter({ has: cardOf(page, technician) })).toHaveCSS('opacity', '0.55');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Start date cannot be after end date').first()).toBeVisible();
});

test('The filters choose the requests, and stand in the address', async ({ page, api }) => {
  const { technician, requests } = await aWorkedTechnician(api);
  await openAs(page, await api.staff('admin'), `${MONITOR}?search=${technician.email.toUpperCase()}`);
  const filters = page.getByRole('search', { name: 'Filter technicians' });
  const card = cardOf(page, technician);
  const status = filters.getByRole('combobox', { name: 'Status' });
  const cases = [
    ['Pending', [1, 1, 0, 0], [requests.pending]],
    ['Assigned', [1, 1, 0, 0], [requests.assigned]],
    ['In Progress', [1, 0, 1, 0], [requests.working]],
    ['Completed', [2, 0, 0, 2], [requests.poor, requests.good]],
  ] as const;
  for (const [label, counts, shown] of cases) {
    await status.selectOption(label);
    await expectCounts(card, counts);
    await expect(viewButtons(card)).toHaveCount(shown.length);
    for (const { external_id } of shown) await expect(card).toContainText(external_id);
  }
  await status.selectOption('All Statuses');
  await expectCounts(card, [6, 2, 1, 2]);
  for (const [label, period] of [
    ['Today', 'today'],
    ['Last 7 Days', 'last_7_days'],
    ['Last 30 Days', 'last_30_days'],
  ] as const) {
    // The counts stay the same, so that only the answer tells.
    const answered = page.waitForResponse((response) => response.url().includes(`period=${period}`));
    await filters.getByRole('combobox', { name: 'Date' }).selectOption(label);
    expect(await (await answered).json()).toMatchObject({ technicians: [{ counts: { total: 6 } }] });
    await expectCounts(card, [6, 2, 1, 2]);
  }
  await filters.getByRole('combobox', { name: 'Date' }).selectOption('Custom Range');
  const [from, to] = [filters.getByLabel('From Date'), filters.getByLabel('To Date')];
  await to.fill('2020-03-01');
  // One date alone passes everything, also when nothing is on the screen from before.
  await expect(page).toHaveURL(/to=2020-03-01/);
  await page.reload();
  await expectCounts(card, [6, 2, 1, 2]);
  await expect(from).toHaveAttribute('max', '2020-03-01');
  await from.fill('2020-03-02');
  await expect(to).toHaveAttribute('min', '2020-03-02');
  await expect(filters.getByText('Start date cannot be after end date')).toBeVisible();
  await from.fill('2020-02-01');
  await expectCounts(card, [0, 0, 0, 0]);
  await expect(card).toContainText('No requests found for this technician');
  await page.reload();
  await expectCounts(card, [0, 0, 0, 0]);
  await filters.getByRole('button', { name: 'Clear Filters' }).click();
  await filters.getByRole('searchbox', { name: 'Search' }).fill(unique('nobody'));
  await expect(page.getByText('No technicians found', { exact: true })).toBeVisible();
});

test('A card leads to all requests when it lists the newest alone', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Zed Ohm '));
  const requests = [];
  for (let n = 0; n < 11; n += 1) requests.push(await api.assignedTo(technician));
  await openAs(page, await api.staff('admin'), `${MONITOR}?search=${technician.email}&status=assigned&period=today`);
  const card = cardOf(page, technician);
  await expect(viewButtons(card)).toHaveCount(10);
  await expect(card).not.toContainText(requests[0]?.external_id ?? '');
  await card.getByRole('link', { name: `Show all 11 requests of ${technician.name}` }).click();
  await expectCount(page, 11);
  await expect(page.getByText(`Only requests: assigned to ${technician.name}`)).toBeVisible();
  await expect(page).toHaveURL(/status=assigned.*period=today/);
});

test('A card says where a technician is, and that the account is not active', async ({ page, api }) => {
  const account = { name: unique('Ida Watt '), email: `${unique('ida')}@example.com` };
  const body = {
    ...account,
    password: PASSWORD,
    role: 'technician' as const,
    phone: '(407) 555-0177',
    base_location: 'Kissimmee',
  };
  const { user } = await api.office(contract.users.create, { body });
  await api.office(contract.users.toggleStatus, { ...pathOf(user), body: {} });
  await openAs(page, await api.staff('admin'), `${MONITOR}?search=${account.email}`);
  const card = cardOf(page, account);
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(card).toContainText('Kissimmee');
  await expect(card.getByRole('link', { name: '(407) 555-0177' })).toHaveAttribute('href', /^tel:/);
  await expect(card).toContainText('No requests found for this technician');
});

test.describe('A failure', () => {
  test.use({ allowConsole: /500|The technicians could not be loaded/ });
  test('is told, after the loading, and the technicians load on Try Again', async ({ page, api }) => {
    // Live updates would load it again before the press.
    await withoutLive(page);
    const CALL = callTo(contract.reports.monitor);
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('admin'), MONITOR);
    await expect(page.getByRole('status', { name: 'Loading technicians' })).toBeVisible();
    release();
    await expect(page.getByText(/^[\d,]+ of [\d,]+ technicians?$/)).toBeVisible();
    await page.route(CALL, (route) => answer(route, 500, { message: 'Broken', error: 'internal', request_id: '1' }));
    const logged = page.waitForEvent('console', (line) =>
      line.text().startsWith('The technicians could not be loaded'),
    );
    await page.reload();
    await logged;
    await expect(page.getByText('Failed to load technicians')).toBeVisible();
    await page.unroute(CALL);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(/^[\d,]+ of [\d,]+ technicians?$/)).toBeVisible();
  });
});
