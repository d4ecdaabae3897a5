import { expect, openAs, test } from '../support/fixtures.ts';
import { aWorkedTechnician } from './work.ts';

/** What A4 leaves to a table between the product's margins of 14 mm and the padding of a card, in CSS pixels. */
const ON_PAPER = 654;

test('The monitor on paper says what it shows, and has all columns', async ({ page, api }) => {
  const { technician } = await aWorkedTechnician(api);
  const address = `/dashboard/admin/technicians?search=${encodeURIComponent(technician.email)}&status=completed`;
  await openAs(page, await api.staff('admin'), address);
  const card = page.getByRole('article', { name: technician.name });
  await expect(card).toBeVisible();
  await expect(page.getByText('Date: All Time')).toBeHidden();
  const table = card.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'Actions' })).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  const cut = await table.evaluate((drawn, width) => {
    const frame = drawn.parentElement as HTMLElement;
    frame.style.inlineSize = `${width}px`;
    return drawn.getBoundingClientRect().right - frame.getBoundingClientRect().right;
  }, ON_PAPER);
  expect(cut).toBeLessThanOrEqual(0);
  for (const fact of ['Date: All Time', 'Status: Completed', `Search: ${technician.email}`])
    await expect(page.getByText(fact, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Printed /)).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
});

test('Analytics on paper have a head', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin/analytics');
  await expect(page.getByRole('heading', { name: 'User Statistics' })).toBeVisible();
  await expect(page.getByText(/^Printed /)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Printed /)).toBeVisible();
});
