import { expect, openAs, test } from '../support/fixtures.ts';
import { expectCount, requestsOf } from '../support/request-lists.ts';

test('A list of requests is printed with its filters in words, and without what only a screen can do', {
  tag: '@phone',
}, async ({ page, api }) => {
  const customerName = 'The Royal Poinciana Residence Club and Conference Hotel at Lake Ferris';
  const { word, requests } = await requestsOf(api, 2, { priority: 'Emergency', customerName });
  await openAs(page, await api.staff('admin'), `/dashboard/admin/requests?search=${word}&priority=urgent`);
  await expectCount(page, 2);
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  for (const { external_id } of requests) await expect(main.getByText(external_id)).toBeVisible();
  const cut = await main
    .getByText(customerName)
    .evaluateAll((names) => names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(cut).toBe(0);
  await expect(main.getByText(`Search: ${word}`)).toBeVisible();
  await expect(main.getByText('Priority: Emergency')).toBeVisible();
  await expect(main.getByText('2 of ')).toBeVisible();
  for (const role of ['searchbox', 'checkbox', 'combobox'] as const) await expect(main.getByRole(role)).toHaveCount(0);
  // Paper cannot count the minutes since.
  await expect(main.getByText('just now').filter({ visible: true })).toHaveCount(0);
  const created = await main
    .locator('time')
    .first()
    .evaluate((time) => getComputedStyle(time, '::after').content);
  expect(created).toMatch(/^"[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M"$/);
  // What remains are cells that show a value, and heads.
  await expect(main.getByRole('button', { name: /View Details|Export|Columns|Views/ })).toHaveCount(0);
});

test('One page of a longer list is printed with its rows of how many, and nothing after them', async ({
  page,
  api,
}) => {
  const { word } = await requestsOf(api, 101);
  await openAs(page, await api.staff('admin'), `/dashboard/admin/requests?search=${word}`);
  await expectCount(page, 100);
  const main = page.getByRole('main');
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(main.getByText('1 to 100 of 101')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText('1 to 100 of 101')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeHidden();
  // A sheet of its own would be what stands there, and in a grid it would lie over the rows.
  const { below, around } = await main.evaluate((all) => {
    const table = all.querySelector('table');
    const displays: string[] = [];
    for (let part = table?.parentElement; part && all.contains(part); part = part.parentElement)
      displays.push(getComputedStyle(part).display);
    const bottomOf = (part: Element | null) => part?.getBoundingClientRect().bottom ?? 0;
    return { below: bottomOf(all) - bottomOf(table), around: displays.filter((display) => display !== 'block') };
  });
  expect(below).toBeLessThanOrEqual(2);
  expect(around).toEqual([]);
  // A button with a box is not repeated on the next sheets.
  await expect(main.getByRole('columnheader', { name: 'Created' }).locator('button')).toHaveCSS('display', 'contents');
});

for (const [path, fact] of [
  ['/dashboard/admin/contacts?search=zeppelin', 'Search: zeppelin'],
  ['/dashboard/admin/users?role=auditor', 'Role: Auditor'],
  ['/dashboard/admin/customers?search=zeppelin', 'Search: zeppelin'],
  ['/dashboard/technician/requests?search=zeppelin', 'Search: zeppelin'],
  ['/dashboard/admin/settings/mail-log?state=failed', 'State: Failed'],
] as const) {
  test(`${path} is printed with its filters in words`, async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(fact)).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(fact)).toBeVisible();
    await expect(page.getByText(/^Printed /)).toBeVisible();
  });
}

test('A list behind a figure is printed with what it is about', async ({ page, api }) => {
  const technician = await api.person('technician');
  const { external_id } = await api.assignedTo(technician);
  const query = `technician=${technician.id}&without=completed`;
  await openAs(page, await api.staff('admin'), `/dashboard/admin?${query}`);
  const main = page.getByRole('main');
  await expect(main.getByText(external_id)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText(`Only: assigned to ${technician.name}, not completed`)).toBeVisible();
});

test('Printing a request prints it once, and nothing of the page behind it', async ({ page, api }) => {
  const request = await api.request({ description: 'Out. '.repeat(200) });
  await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${request.id}`);
  // Paper is white in either theme.
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(dialog.getByText('88 Sample Street')).toBeVisible();
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Welcome, /)).toBeHidden();
  await expect(dialog.getByText('88 Sample Street')).toBeVisible();
  // Whose it is and when it was printed, every part that is read, and none that is filled in.
  await expect(dialog.getByText(/^Printed /)).toBeVisible();
  await expect(dialog.getByText('No files uploaded yet')).toBeVisible();
  await expect(dialog.getByText('Technician', { exact: true })).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Print Work Order' })).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Audit trail' })).toHaveCount(0);
  await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(dialog.getByText('Pending', { exact: true }).first()).toHaveCSS(
    'background-color',
    'rgb(255, 243, 209)',
  );
});

test('A notification stays whole between two sheets', async ({ page, api }) => {
  const technician = await api.person('technician');
  const { external_id } = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/notifications');
  await page.emulateMedia({ media: 'print' });
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: external_id });
  await expect(row).toHaveCSS('break-inside', 'avoid');
  await expect(row.getByRole('button')).toHaveCount(0);
});
