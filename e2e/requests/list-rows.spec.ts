import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, withoutLive } from '../support/network.ts';
import { expectCount, message, requestsOf, tableRow } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';
const LONG = {
  customerName: 'The Central Florida Association of Independent Conference Hotels, Inc.',
  priority: 'Emergency',
};
const longTitle = (word: string) =>
  `${word} parking lot poles five to nineteen flicker after rain, and the photocell on the north wall reports day at night`;

/** How many rows stand in the window with all of their height. */
const rowsInWindow = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);

test.describe('In a window of 1280 by 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('ten requests or more are in sight, however long their texts are', async ({ page, api }) => {
    const word = unique('pole');
    for (let n = 0; n < 14; n += 1) {
      await api.request({
        ...LONG,
        title: longTitle(word),
        customerEmail: `${unique('m'.repeat(34))}@whitfield.example`,
      });
    }
    // A name as long as those of people: it stands beside what needs the office.
    const admin = await api.person('admin', 'Adelaide Whitfield');
    await openAs(page, admin, `${PATH}?search=${word}`);
    await expectCount(page, 14);
    const onList = await rowsInWindow(page);
    await openAs(page, admin, `/dashboard/admin?search=${word}`);
    await expectCount(page, 14);
    await expect(page.getByRole('region', { name: 'What needs you now' })).toBeVisible();
    const onDashboard = await rowsInWindow(page);
    process.stdout.write(`Rows at 1280 x 800: ${onList} of All Requests, ${onDashboard} of the dashboard\n`);
    expect(onList).toBeGreaterThanOrEqual(10);
    expect(onDashboard).toBeGreaterThanOrEqual(10);
  });

  test('an email stands on one line right below the name, and a title takes two lines at most, both whole on hover', async ({
    page,
    api,
  }) => {
    // The part before the @ has at most 64 bytes.
    const customerEmail = `${unique('m'.repeat(34))}@${'w'.repeat(12)}hitfield.example`;
    const text = longTitle(unique('pole'));
    const { external_id } = await api.request({ customerEmail, title: text });
    await openAs(page, await api.staff('admin'), `${PATH}?search=${external_id}`);
    const email = tableRow(page, { external_id }).getByText(customerEmail);
    await expect(email).toHaveAttribute('title', customerEmail);
    const { isCut, lines, copied, gap } = await email.evaluate((element) => {
      const { height } = element.getBoundingClientRect();
      const name = element.parentElement?.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
      const range = document.createRange();
      range.selectNodeContents(element.querySelector('span') ?? element);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      return {
        isCut: element.scrollWidth > element.clientWidth,
        lines: Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight)),
        copied: getSelection()?.toString(),
        // The line of a break alone has no width.
        gap: Math.min(...[...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)) - name,
      };
    });
    expect({ isCut, lines, copied }).toEqual({ isCut: true, lines: 1, copied: customerEmail });
    expect(gap).toBeLessThan(8);

    const title = tableRow(page, { external_id }).getByText(text);
    await expect(title).toHaveAttribute('title', text);
    const height = await title.evaluate(
      (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(height)).toBe(2);
  });

  test('a time never wraps, and a missing rating is blank', async ({ page, api }) => {
    const { external_id } = await api.request();
    const day = 86_400_000;
    for (const age of [59 * 60_000, 23 * 3_600_000, 6 * day, 400 * day]) {
      await page.clock.install({ time: Date.now() + age });
      await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${external_id}`);
      const time = tableRow(page, { external_id }).locator('time');
      await expect(time).toBeVisible();
      const { lines, isCut } = await time.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element.querySelector('span') ?? element);
        const cell = element.closest('td');
        return { lines: range.getClientRects().length, isCut: cell !== null && cell.scrollWidth > cell.clientWidth };
      });
      expect({ lines, isCut }).toEqual({ lines: 1, isCut: false });
    }
    await expect(tableRow(page, { external_id })).not.toContainText('None');
  });
});

test.describe('What is said about a list', () => {
  test.use({ allowConsole: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ });

  test('moves no row: a success, a failure, old rows, and what alone is shown', async ({ page, api, context }) => {
    await withoutLive(page);
    const { word, requests } = await requestsOf(api, 2, { priority: 'Emergency' });
    const [request] = requests;
    if (!request) throw new Error('there is no request');
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
    await expectCount(page, 2);
    const first = page.getByRole('row').nth(1);
    const place = async () => Math.round((await first.boundingBox())?.y ?? -1);
    const before = await place();
    const setStatus = async (label: string) => {
      await tableRow(page, request)
        .getByRole('button', { name: /^Change status/ })
        .click();
      await page.getByRole('listbox').getByRole('option', { name: label }).click();
    };
    await setStatus('In Progress');
    await expect(message(page, 'Status updated successfully!')).toBeVisible();
    expect(await place()).toBe(before);

    await page.route(callTo(contract.requests.changeStatusOfMany), (route) => route.abort());
    await setStatus('Cancelled');
    await expect(message(page, 'Failed to update status')).toBeVisible();
    await expect(tableRow(page, request)).toContainText('In Progress');
    expect(await place()).toBe(before);

    await context.setOffline(true);
    await expect(page.getByText(/^Showing what was loaded at .+ No connection\.$/)).toBeVisible();
    expect(await place()).toBe(before);
    await context.setOffline(false);
    await expect(page.getByText(/^Showing what was loaded at/)).toHaveCount(0);

    await page.getByRole('link', { name: 'Emergency, not assigned' }).click();
    await expect(page.getByText('Only requests: Emergency, not assigned')).toBeVisible();
    expect(await place()).toBe(before);
  });
});
