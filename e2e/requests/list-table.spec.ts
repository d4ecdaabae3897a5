import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { openRequest } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';
import { expectCount, message, requestsOf, tableRow } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';
const LONG_NAME = 'The Central Florida Association of Independent Conference Hotels and Residential Communities, Inc.';
const LONG_TITLE =
  'Parking lot poles five to nineteen flicker after rain, the photocell on the north wall reports day at night, and the exit sign is dark';

test('Long names and titles widen no list, and are whole in the dialog', { tag: '@phone' }, async ({ page, api }) => {
  const { external_id } = await api.request({ customerName: LONG_NAME, title: LONG_TITLE, priority: 'Emergency' });
  for (const path of [PATH, '/dashboard/admin']) {
    await openAs(page, await api.staff('admin'), `${path}?search=${external_id}`);
    await expectCount(page, 1);
    await expectNoSidewaysScroll(page);
    const dialog = await openRequest(page, 'View Details', external_id);
    for (const text of [LONG_NAME, LONG_TITLE]) {
      const cut = await dialog
        .getByText(text)
        .first()
        .evaluate(
          (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
        );
      expect(cut).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('The tracking ID stands on one line at every width, and a press copies it', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { external_id } = await api.request();
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${external_id}`);
  const copy = page.getByRole('button', { name: `Copy ${external_id}` });
  const lines = () =>
    copy.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.firstChild ?? element);
      return range.getClientRects().length;
    });
  for (const width of [1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(copy).toBeVisible();
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    expect(await lines()).toBe(1);
  }
  await copy.click();
  await expect(message(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(external_id);
});

test('The head of the table stays in sight', async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  const { word, requests } = await requestsOf(api, 14);
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 14);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  const head = page.getByRole('columnheader', { name: 'Customer' });
  await expect.poll(async () => Math.round((await head.boundingBox())?.y ?? -1)).toBe(0);
  // The row that a key moves to is not behind the head.
  for (let row = 0; row < 14; row += 1) await page.keyboard.press('j');
  await expect(tableRow(page, requests[13] ?? { external_id: '' })).toBeFocused();
  for (let row = 0; row < 13; row += 1) await page.keyboard.press('k');
  const first = tableRow(page, requests[0] ?? { external_id: '' });
  await expect(first).toBeFocused();
  await expect.poll(async () => (await first.boundingBox())?.y).toBeGreaterThanOrEqual(40);
});

test('Columns are hidden and shown, and the density is kept, for each list by itself', async ({ page, api }) => {
  const { word, requests } = await requestsOf(api, 1);
  const row = tableRow(page, requests[0] ?? { external_id: '' });
  // Columns are kept with the account.
  const admin = await api.person('admin');
  await openAs(page, admin, `${PATH}?search=${word}`);
  await expectCount(page, 1);
  const before = (await row.boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await expect(chooser.getByRole('checkbox', { name: 'ID' })).toHaveCount(0);
  await chooser.getByRole('checkbox', { name: 'Priority' }).uncheck();
  await chooser.getByRole('checkbox', { name: 'Created' }).uncheck();
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('compact') ?? false);
  await chooser.getByText('Compact').click();
  expect((await saved).ok()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  const heads = page.getByRole('columnheader');
  const kept = ['', 'ID', 'Customer', 'Title', 'Status', 'Assigned To', 'Actions'];
  await expect(heads).toHaveText(kept);
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(before);
  await page.reload();
  await expectCount(page, 1);
  await expect(heads).toHaveText(kept);
  // What an earlier version stored in the browser may be anything, and counts less.
  await page.evaluate(() => localStorage.setItem('table:all-requests', '{"hidden":{"a":1},"density":7'));
  await page.reload();
  await expectCount(page, 1);
  await expect(heads).toHaveText(kept);
  await openAs(page, admin, `/dashboard/admin?search=${word}`);
  await expectCount(page, 1);
  await expect(heads).toHaveCount(10);
});

test('Nothing moves when the rows replace their skeletons', async ({ page, api }) => {
  await requestsOf(api, 3);
  const answer = await hold(page, callTo(contract.requests.list));
  await openAs(page, await api.staff('admin'), PATH);
  const table = page.getByRole('region', { name: 'Requests' });
  await expect(table.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  const places = async () => [
    (await table.boundingBox())?.y,
    ...(await page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x))),
  ];
  const before = await places();
  answer();
  await expect(table.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  expect(await places()).toEqual(before);
});

test('Priority and age sort the list from the filters and from the head, and a view keeps it', async ({
  page,
  api,
}) => {
  const word = unique('pole');
  const made: string[] = [];
  for (const priority of ['low', 'Emergency', 'medium', 'Emergency']) {
    made.push((await api.request({ title: `${word} ${priority}`, priority })).external_id);
  }
  const [low, urgent, medium, later] = made;
  await openAs(page, await api.person('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 4);
  const ids = () => page.getByRole('button', { name: /^Copy REQ/ }).allTextContents();
  const byPriority = [urgent, later, medium, low];
  await expect.poll(ids).toEqual([later, medium, urgent, low]);
  const age = page.getByRole('columnheader', { name: 'Created' });
  await expect(age).toHaveAttribute('aria-sort', 'descending');
  await age.getByRole('button').click();
  await expect(age).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(ids).toEqual([low, urgent, medium, later]);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'By priority' });
  await expect.poll(ids).toEqual(byPriority);
  const [priority, created] = ['Priority', 'Created'].map((name) => page.getByRole('columnheader', { name }));
  if (!priority || !created) throw new Error('the table has no such heads');
  await expect(priority).toHaveAttribute('aria-sort', 'descending');
  await expect(created).not.toHaveAttribute('aria-sort');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('textbox', { name: /^Save the present filters as/ }).fill('Worst first');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');

  await created.getByRole('button').click();
  await expect.poll(ids).toEqual([later, medium, urgent, low]);
  await expect(created).toHaveAttribute('aria-sort', 'descending');
  await priority.getByRole('button').click();
  await expect.poll(ids).toEqual(byPriority);
  await priority.getByRole('button').click();
  await expect.poll(ids).toEqual([later, medium, urgent, low]);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('button', { name: 'Worst first', exact: true }).click();
  await expect.poll(ids).toEqual(byPriority);
  await expect(page).toHaveURL(/sort=priority/);
});
