import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type Api, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';
import { expectCount } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';

/** Ten requests in Sanford in several spellings, one in Orlando, and one without a town; only one search finds them. */
async function requestsInTowns(api: Api): Promise<string> {
  const word = unique('town');
  const spellings = ['Sanford, FL 32771', 'SANFORD FL 32771', 'sanford, fl 32771-1234', 'Sanford, Florida', 'FL 32771'];
  for (let n = 0; n < 10; n += 1)
    await api.request({ title: word, customerAddress: `${n} First St, ${spellings[n % spellings.length]}` });
  await api.request({ title: word, customerAddress: '1 Second St, Orlando, FL 32801' });
  await api.request({ title: word, customerAddress: 'Behind the old mill' });
  return word;
}
const townField = (page: Page) => page.getByRole('combobox', { name: 'Town' });
/** A phone folds the filters away. */
async function unfold(page: Page, onPhone: boolean) {
  if (onPhone) await page.getByRole('button', { name: /^Filters/ }).click();
}

test('Requests are found by their town, and those without one', { tag: '@phone' }, async ({ page, api }, info) => {
  const word = await requestsInTowns(api);
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}&status=pending`);
  await expectCount(page, 12);
  await unfold(page, isOnPhone(info));
  await townField(page).selectOption({ label: 'Sanford' });
  await expectCount(page, 10);
  await expect(page.getByText(/^10 of \d/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`search=${word}&status=pending&town=Sanford$`));
  const list = isOnPhone(info) ? page.getByRole('list', { name: 'Requests' }) : page.getByRole('table');
  await expect(list.getByText('Sanford', { exact: true })).toHaveCount(10);
  await expect(list.getByText('Orlando')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await townField(page).selectOption({ label: 'No Town' });
  await expectCount(page, 1);
  await page.reload();
  await expectCount(page, 1);
  await unfold(page, isOnPhone(info));
  await expect(townField(page)).toHaveValue('none');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(townField(page)).toHaveValue('');
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
});

test('The search finds a town as well', async ({ page, api }) => {
  const word = await requestsInTowns(api);
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word} sanford`);
  // Those whose address names it: two have their town from the ZIP code.
  await expectCount(page, 8);
  await expect(page.getByRole('table').locator('mark', { hasText: 'Sanford' })).toHaveCount(8);
});

test('A view keeps the town; what matches is chosen and exported with it', async ({ page, api }) => {
  const word = await requestsInTowns(api);
  await openAs(page, await api.person('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 12);
  // The keyboard alone.
  await townField(page).focus();
  await page.keyboard.type('Sanf');
  await expectCount(page, 10);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('textbox', { name: 'Save the present filters as' }).fill('In Sanford');
  await page.keyboard.press('Enter');
  const view = page.getByRole('list', { name: 'Views' }).getByRole('button', { name: 'In Sanford', exact: true });
  await expect(view).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(view).toBeEnabled();
  await view.click();
  await expect(page).toHaveURL(new RegExp(`\\?search=${word}&town=Sanford$`));
  await expect(page.getByText(/^10 of \d/)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByRole('region', { name: 'Selected requests' })).toContainText('10 selected');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(11);
  expect(lines[0]).toContain('"Service Address","Town"');
  for (const line of lines.slice(1)) expect(line).toContain(',"Sanford",');
});

test('A link in another case shows the town as it is listed', async ({ page, api }) => {
  const word = await requestsInTowns(api);
  await openAs(page, await api.staff('auditor'), `/dashboard/auditor/requests?search=${word}&town=SANFORD`);
  await expectCount(page, 10);
  await expect(townField(page)).toHaveValue('Sanford');
});

test('The filters fit into every width', async ({ page, api }) => {
  const word = await requestsInTowns(api);
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}&period=custom`);
  await expectCount(page, 12);
  for (const width of [390, 800, 1000, 1200, 1265, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 390) await unfold(page, true);
    await expectNoSidewaysScroll(page);
    const bar = page.getByRole('search', { name: 'Filter requests' });
    const fields = await bar.getByRole('combobox').evaluateAll((all) =>
      all.map((field) => {
        const { left, right } = field.getBoundingClientRect();
        const { left: from = 0, right: to = 0 } = field.closest('search')?.getBoundingClientRect() ?? {};
        return left >= from - 1 && right <= to + 1;
      }),
    );
    expect(fields, `${width} px`).toEqual(fields.map(() => true));
    expect(fields).toHaveLength(6);
  }
});

test.describe('Without an answer', () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });
  test('the menu says so, keeps its choice, and is loaded when it is opened again', async ({ page, api }) => {
    const word = await requestsInTowns(api);
    await page.route(callTo(contract.requests.towns), (route) => route.abort());
    await openAs(page, await api.staff('admin'), `${PATH}?search=${word}&town=Sanford`);
    await expectCount(page, 10);
    await expect(townField(page).getByRole('option', { name: 'Failed to load towns' })).toBeDisabled();
    await expect(townField(page)).toHaveValue('Sanford');
    await page.unroute(callTo(contract.requests.towns));
    await townField(page).focus();
    await expect(townField(page).getByRole('option', { name: 'Orlando' })).toHaveCount(1);
    await expect(townField(page).getByRole('option', { name: 'Failed to load towns' })).toHaveCount(0);
  });
});
