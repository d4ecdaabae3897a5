import { MATCHED_MAX } from '#contract/words/limits.ts';
import { paths } from '#contract/words/paths.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';

const lists = [
  ['requests', paths.adminRequests],
  ['contact messages', paths.adminContacts()],
  ['customers', paths.adminCustomers],
  ['technicians', paths.adminTechnicians()],
  ['mails', paths.adminMailLog()],
] as const;

test('A page past the end of a list leads to the first one', async ({ page, api }) => {
  // Each of them fills one page.
  await Promise.all([api.request(), api.message(), api.person('technician')]);
  for (const [name, path] of lists) {
    await test.step(name, async () => {
      await openAs(page, await api.staff('admin'), `${path}?page=40`);
      await expect(page.getByText('This page is past the end of the list')).toBeVisible();
      await page.getByRole('button', { name: 'Go to the first page' }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByText('This page is past the end of the list')).toBeHidden();
    });
  }
});

test('A search that matches more than its pages show says so, with a plus and on its last page', async ({
  page,
  api,
}) => {
  const customerName = unique('Ada ');
  await api.request({ customerName });
  await page.route(callTo(contract.customers.list), async (route) => {
    const found = await (await route.fetch()).json();
    await route.fulfill({ json: { ...found, matched: MATCHED_MAX, more_match: true } });
  });
  await openAs(page, await api.staff('admin'), `${paths.adminCustomers}?search=${customerName}`);
  await expect(page.getByText('Page 1 of 84+')).toBeVisible();
  const rest = page.getByText('The list is longer than its pages. Please filter it to see the rest.');
  await expect(rest).toBeHidden();
  await page.goto(`${paths.adminCustomers}?search=${customerName}&page=84`);
  await expect(page.getByText('Page 84 of 84+')).toBeVisible();
  await expect(rest).toBeVisible();
});
