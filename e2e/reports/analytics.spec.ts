import { readFile } from 'node:fs/promises';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, succeed, withoutLive } from '../support/network.ts';
import { expectTable, figureOf } from './work.ts';

const ANALYTICS = '/dashboard/admin/analytics';
const CALL = callTo(contract.reports.analytics);

const counted = {
  requests: { pending: 14, assigned: 12, in_progress: 7, completed: 167, cancelled: 29 },
  users: { total: 1_210, active: 1_198, admins: 3, technicians: 1_205, auditors: 2 },
};

test('Analytics counts the requests by status and the users by role', async ({ page, api }) => {
  // Other tests make requests and users meanwhile, so that only a fixed answer has known figures.
  await page.route(CALL, (route) => succeed(route, contract.reports.analytics, counted));
  await openAs(page, await api.staff('admin'), ANALYTICS);
  await expect(page.getByRole('list', { name: 'User Statistics' }).getByRole('listitem')).toHaveText([
    'Total Users1,210',
    'Active1,198',
    'Admins3',
    'Technicians1,205',
    'Auditors2',
  ]);
  const status = figureOf(page, 'Request Status Distribution');
  const words = '200 requests. Most: Completed with 167 (84%). Cancelled requests are not counted.';
  await expect(status.getByRole('img', { name: `Request Status Distribution. ${words}` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectTable(status, [
    ['Pending', '14', '7.0%'],
    ['Assigned', '12', '6.0%'],
    ['In Progress', '7', '3.5%'],
    ['Completed', '167', '83.5%'],
  ]);
  await status.locator('path.recharts-sector').first().click();
  await expect(page).toHaveURL(/\/dashboard\/admin\/requests\?status=pending$/);
});

test('Analytics uses a wide window, and prints as from any other', async ({ page, api }) => {
  await page.route(CALL, (route) => succeed(route, contract.reports.analytics, counted));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openAs(page, await api.staff('admin'), ANALYTICS);
  const status = figureOf(page, 'Request Status Distribution');
  const drawing = status.locator('svg.recharts-surface').first();
  await expect(drawing).toBeVisible();
  const main = await page.getByRole('main').boundingBox();
  expect(main?.width).toBeGreaterThan(1600);
  const [chart, users] = [
    await status.boundingBox(),
    await page.getByRole('region', { name: 'User Statistics' }).boundingBox(),
  ];
  expect(chart?.height).toBeGreaterThan(540);
  expect(users?.height).toBe(chart?.height);
  await expectNoSidewaysScroll(page);
  const heightOf = async () => Math.round((await drawing.boundingBox())?.height ?? 0);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(heightOf).toBeLessThanOrEqual(240);
});

test('Analytics shows what the server counts, and saves it as data', async ({ page, api }) => {
  const { id } = await api.request();
  await api.office(contract.requests.changeStatus, { ...pathOf({ id }), body: { status: 'completed' } });
  const { matched } = await api.office(contract.requests.list, { query: { status: 'completed' } });
  const read = page.waitForResponse(CALL);
  await openAs(page, await api.staff('admin'), ANALYTICS);
  const { requests, users } = (await (await read).json()) as typeof counted;
  expect(requests.completed).toBeGreaterThanOrEqual(matched);
  expect(users.total).toBe(users.admins + users.technicians + users.auditors);
  await expect(page.getByRole('list', { name: 'User Statistics' }).getByRole('listitem').first()).toHaveText(
    /^Total Users[\d,]+$/,
  );
  const status = figureOf(page, 'Request Status Distribution');
  await status.getByRole('button', { name: /^Download/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Data (CSV)' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFF"Status","Requests"');
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
    ['Pending', 'Assigned', 'In Progress', 'Completed', 'Cancelled'].map((name) => `"${name}"`),
  );
});

test.describe('A failure', () => {
  test.use({ allowConsole: /500/ });
  test('is told, after the loading, and Analytics loads on Try Again', async ({ page, api }) => {
    // Live updates would load it again before the press.
    await withoutLive(page);
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('admin'), ANALYTICS);
    await expect(page.getByRole('status', { name: 'Loading analytics' })).toBeVisible();
    release();
    await expect(figureOf(page, 'Request Status Distribution')).toBeVisible();
    await page.route(CALL, (route) => answer(route, 500, { message: 'Broken', error: 'internal', request_id: '1' }));
    await page.reload();
    await expect(page.getByText('Failed to load analytics')).toBeVisible();
    await page.unroute(CALL);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(figureOf(page, 'Request Status Distribution')).toBeVisible();
  });
});
