import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';

const PATH = '/dashboard/admin';
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });

test('Every filter of the Admin Dashboard chooses its requests, stands in the address, and comes back with it', async ({
  page,
  api,
}) => {
  const word = unique('sconce');
  const tess = await api.account('technician');
  const open = await api.request({ title: `Open ${word}`, priority: 'low' });
  const urgent = await api.request({ title: `Urgent ${word}`, priority: 'Emergency' });
  const given = await api.assignedTo(tess, { title: `Given ${word}`, priority: 'medium' });
  const shows = async (requests: readonly { external_id: string }[]) => {
    await expect(page.getByText(new RegExp(`^Showing ${requests.length} of `))).toBeVisible();
    for (const { external_id } of requests) await expect(rowOf(page, external_id)).toBeVisible();
  };
  await openAs(page, await api.staff('admin'), PATH);
  await page.getByRole('searchbox', { name: 'Search' }).fill(word);
  await shows([open, urgent, given]);

  for (const { label, option, parameter, shown } of [
    { label: 'Status', option: 'Assigned', parameter: 'status=assigned', shown: [given] },
    { label: 'Priority', option: 'Emergency', parameter: 'priority=urgent', shown: [urgent] },
    { label: 'Assignment', option: 'Unassigned', parameter: 'assignment=unassigned', shown: [open, urgent] },
    { label: 'Time', option: 'Today', parameter: 'period=today', shown: [open, urgent, given] },
    { label: 'Time', option: 'Last 7 days', parameter: 'period=last_7_days', shown: [open, urgent, given] },
    { label: 'Time', option: 'Last 30 days', parameter: 'period=last_30_days', shown: [open, urgent, given] },
  ]) {
    await choose(page, label, option);
    await shows(shown);
    await expect(page).toHaveURL(new RegExp(`search=${word}.*${parameter}`));
    await page.getByRole('combobox', { name: label, exact: true }).selectOption({ index: 0 });
    await shows([open, urgent, given]);
  }

  const all = { Status: 'Assigned', Priority: 'Medium', Assignment: 'Assigned', Time: 'Today' };
  for (const [label, option] of Object.entries(all)) await choose(page, label, option);
  await shows([given]);
  await page.reload();
  await shows([given]);
  for (const [label, option] of Object.entries(all)) {
    await expect(page.getByRole('combobox', { name: label, exact: true }).locator('option:checked')).toHaveText(option);
  }

  await choose(page, 'Time', 'Custom range');
  await page.getByLabel('Start date').fill('2020-01-01');
  await page.getByLabel('End date').fill('2020-01-31');
  await expect(page.getByText('No requests match your filters')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Start date')).toHaveValue('2020-01-01');
  await expect(page.getByLabel('End date')).toHaveValue('2020-01-31');
  // Each bounds the other.
  await expect(page.getByLabel('Start date')).toHaveAttribute('max', '2020-01-31');
  await expect(page.getByLabel('End date')).toHaveAttribute('min', '2020-01-01');
});

test('The assignment list has the active technicians and admins, and nobody else', async ({ page, api }) => {
  const name = unique('Quill ');
  const technician = await api.account('technician', `${name} Tech`);
  const admin = await api.account('admin', `${name} Admin`);
  await api.account('auditor', `${name} Auditor`);
  const gone = await api.account('technician', `${name} Gone`);
  await api.office(contract.users.toggleStatus, { ...pathOf(gone), body: {} });
  const request = await api.request();
  await openAs(page, await api.staff('admin'), `${PATH}?search=${request.external_id}&requestId=${request.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Assignment' }).click();
  await dialog.getByRole('combobox', { name: /Technician/ }).fill(name);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    `${technician.name} - ${technician.email}`,
    `${admin.name} - ${admin.email}`,
  ]);
});

test.describe('An assignment list', () => {
  test.use({ allowConsole: /500/ });

  test('that cannot be read says so, and is there on the next try', async ({ page, api }) => {
    const technician = await api.account('technician');
    const request = await api.request();
    await page.route(callTo(contract.requests.assignees), (route) => answer(route, 500, {}));
    await openAs(page, await api.staff('admin'), `${PATH}?search=${request.external_id}&requestId=${request.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Assignment' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Failed to fetch users');
    await page.unroute(callTo(contract.requests.assignees));
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await dialog.getByRole('combobox', { name: /Technician/ }).fill(technician.name);
    await expect(page.getByRole('listbox').getByRole('option', { name: technician.name })).toBeVisible();
  });
});

test('On a phone Clear Filters stands beside the last filter, in no row of its own', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  await page.getByRole('button', { name: 'Filters', exact: true }).tap();
  const sort = page.getByRole('combobox', { name: 'Sort' });
  const clear = page.getByRole('button', { name: 'Clear Filters' });
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [field, button] = [await sort.boundingBox(), await clear.boundingBox()];
    expect(button?.y).toBe(field?.y);
    const words = clear.getByText('Clear Filters', { exact: true });
    expect(await words.evaluate((label) => label.scrollWidth - label.clientWidth)).toBeLessThanOrEqual(1);
    await expectNoSidewaysScroll(page);
  }
});

/** The selects whose chosen words are wider than their room, and how many selects there are. */
const cutWords = (page: Page) =>
  page.locator('select:visible').evaluateAll((selects) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas to measure with');
    const cut = (selects as HTMLSelectElement[]).flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      context.font = font;
      const words = select.selectedOptions[0]?.text ?? '';
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return context.measureText(words).width > room ? [words] : [];
    });
    return { cut, selects: selects.length };
  });

for (const [path, selects] of [
  ['/dashboard/admin?period=custom', 6],
  ['/dashboard/admin/technicians?period=custom', 2],
  ['/dashboard/admin/reports?period=custom', 2],
  ['/dashboard/auditor/trail?entity=contact_message', 3],
  // The longest action.
  ['/dashboard/auditor/trail?action=contact.set_status', 3],
] as const) {
  test(`The filters of ${path} cut no words, from 320 px on`, { tag: '@phone-only' }, async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), path);
    await expect(page.getByRole('search').last()).toBeVisible();
    const folded = page.getByRole('button', { name: /^Filters/ });
    if (selects !== 2) await folded.tap();
    for (const width of [320, 360, 390, 700]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => cutWords(page)).toEqual({ cut: [], selects });
      await expectNoSidewaysScroll(page);
    }
  });
}
