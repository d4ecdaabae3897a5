import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, withoutLive } from '../support/network.ts';

const TRAIL = '/dashboard/auditor/trail';
const CALL = callTo(contract.audit.list);
/** The entries, in the table of a desktop or as the cards of a phone. */
const entries = (page: Page) =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: page.getByRole('button', { name: /^View entry/ }) });

/** Unfolds the filters, which a phone folds away. */
async function unfold(page: Page, info: { project: { name: string } }) {
  if (isOnPhone(info)) await page.getByRole('button', { name: /^Filters/ }).click();
}

test.describe('Who may open it', () => {
  test('the auditor and an admin may', async ({ page, api }) => {
    for (const role of ['auditor', 'admin'] as const) {
      await openAs(page, await api.person(role), TRAIL);
      await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
      await expect(entries(page).first()).toBeVisible();
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Export|Verify)/ })).toHaveCount(0);
  });
});

test(
  'The auditor filters the trail, and opens an entry as a readable change',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    test.slow();
    const technician = await api.person('technician', unique('Tess Volt '));
    const request = await api.assignedTo(technician);
    await openAs(page, await api.staff('auditor'), `${TRAIL}?entity=request&entity_id=${request.id}`);

    await expect(
      page.getByText(`Only entries about one thing: Requests, ${request.external_id} (number ${request.id}).`),
    ).toBeVisible();
    await expect(page.getByText('Showing all 2 entries')).toBeVisible();
    await expect(entries(page).nth(0)).toContainText(
      `Olive Office assigned ${request.external_id} to ${technician.name}`,
    );
    await expect(entries(page).nth(1)).toContainText(`Visitor sent request ${request.external_id}`);
    await expectNoSidewaysScroll(page);

    await entries(page).nth(0).getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: /^Entry [\d,]+$/ });
    const rows = dialog.getByRole('row');
    await expect(dialog).toContainText(`Olive Office assigned ${request.external_id} to ${technician.name}`);
    await expect(dialog.getByText(`${request.external_id} · ${request.title}`)).toBeVisible();
    await expect(dialog.getByRole('cell', { name: 'Pending' })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: /Assigned$/ })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: technician.name })).toBeVisible();
    // The head, the status and the technician: what stayed the same is not shown.
    await expect(rows).toHaveCount(3);
    await page.goBack();
    await expect(dialog).toBeHidden();

    await unfold(page, info);
    await page.getByLabel('Action').selectOption({ label: 'Request assigned' });
    await expect(page.getByText('Showing the only entry')).toBeVisible();
    await expect(page).toHaveURL(/action=requests\.assign/);
    await page.reload();
    await expect(page.getByText('Showing the only entry')).toBeVisible();
    await unfold(page, info);
    await page.getByLabel('Actor').selectOption('visitor');
    await expect(page.getByText('No entries match your filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL(new RegExp(`${TRAIL}$`));
    await expect(entries(page).nth(5)).toBeVisible();
  },
);

test('An entry leads to all entries about its thing, and Back to where the auditor was', async ({ page, api }) => {
  const request = await api.assignedTo(await api.staff('technician'));
  await openAs(page, await api.staff('auditor'), `${TRAIL}?action=requests.assign`);
  await entries(page).filter({ hasText: request.external_id }).getByRole('button').click();
  await page.getByRole('dialog').getByRole('link', { name: 'All entries about this' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Showing all 2 entries')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/action=requests\.assign$/);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('An entry is open again after a reload, and leads to its request, which the auditor can only read', async ({
  page,
  api,
}) => {
  const request = await api.request();
  await openAs(page, await api.staff('auditor'), `${TRAIL}?entity=request&entity_id=${request.id}`);
  await entries(page).getByRole('button').click();
  const entry = page.getByRole('dialog').getByRole('row', { name: /Title/ });
  await expect(entry).toContainText(request.title);
  await page.reload();
  await expect(entry).toContainText(request.title);
  await page.getByRole('dialog').getByRole('link', { name: request.external_id }).click();
  await expect(page).toHaveURL(/\/dashboard\/auditor\/requests/);
  await expect(page.getByRole('dialog', { name: new RegExp(`Request #${request.external_id}`) })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/auditor\/trail/);
});

test('Older entries are loaded by the cursor, and the ones on the screen stay', async ({ page, api }) => {
  const auditor = await api.staff('auditor');
  // Two pages of entries of one person: each is a correction of the title.
  const person = await api.person('admin');
  const request = await api.request();
  for (let n = 1; n <= 55; n += 1) {
    await api.as(person, contract.requests.update, { ...pathOf(request), body: { title: `Pole number ${n}` } });
  }
  await openAs(page, auditor, `${TRAIL}?actor=${person.id}`);
  await expect(page.getByText('Showing the newest 50 entries')).toBeVisible();
  const newest = await entries(page).first().textContent();
  await page.getByRole('button', { name: 'Load Older' }).click();
  // The sign-in of the person is the oldest entry.
  await expect(page.getByText('Showing 56 entries. Newer ones show when you reload the page.')).toBeVisible();
  await expect(entries(page)).toHaveCount(56);
  expect(await entries(page).first().textContent()).toBe(newest);
  await expect(entries(page).last()).toContainText(`${person.name} signed in`);
  await expect(page.getByRole('button', { name: 'Load Older' })).toBeHidden();
});

test('The trail is read and filtered by keyboard alone, and the focus returns to the entry', async ({ page, api }) => {
  const request = await api.assignedTo(await api.staff('technician'));
  await openAs(page, await api.staff('auditor'), `${TRAIL}?entity=request&entity_id=${request.id}`);
  const view = entries(page).nth(0).getByRole('button');
  await expect(view).toBeVisible();
  await page.getByLabel('Actor').focus();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await view.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(view).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(view).toBeFocused();
});

test('An address with dates that run backwards is refused beside the field and in place of the list', async ({
  page,
  api,
}) => {
  await openAs(page, await api.staff('auditor'), `${TRAIL}?from=2026-02-02&to=2026-02-01`);
  await expect(page.getByText('Start date cannot be after end date')).toHaveCount(2);
  await expect(page.getByText('Choose other dates to see entries.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('While the dates run backwards nothing is said of how many entries there are', async ({ page, api }) => {
  await openAs(page, await api.staff('auditor'), `${TRAIL}?to=2099-02-01`);
  const count = page.getByText(/^Showing /);
  await expect(count).toBeVisible();
  await page.getByLabel('Start date', { exact: true }).fill('2099-02-02');
  await expect(page.getByText('Start date cannot be after end date')).toBeVisible();
  await expect(count).toHaveCount(0);
});

test.describe('A failing server', () => {
  test.use({ allowConsole: /500/ });
  test('is said of the list, of the export and of an entry, and each can be tried again', async ({ page, api }) => {
    const { id } = await api.request();
    // Live updates would load it again before the press.
    await withoutLive(page);
    let isDown = true;
    await page.route(CALL, (route) =>
      isDown
        ? answer(route, 500, { message: 'Something went wrong', error: 'internal', request_id: 'x' })
        : route.continue(),
    );
    await openAs(page, await api.staff('auditor'), `${TRAIL}?entity=request&entity_id=${id}`);
    await expect(page.getByText('Failed to load the audit trail')).toBeVisible();
    isDown = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(entries(page).first()).toBeVisible();

    await page.route(callTo(contract.audit.export), (route) => answer(route, 500, {}));
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(page.getByText('Failed to export the audit trail')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();

    isDown = true;
    await page.route(callTo(contract.audit.get, { id: '\\d+' }), (route) =>
      isDown ? answer(route, 500, {}) : route.continue(),
    );
    await entries(page).first().getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Failed to load the entry')).toBeVisible();
    isDown = false;
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect(dialog.getByRole('table')).toBeVisible();
  });
});

test('The export is a file of what is filtered, and an entry of the trail itself', async ({ page, api }) => {
  const request = await api.request();
  const auditor = await api.person('auditor');
  await openAs(page, auditor, `${TRAIL}?entity=request&entity_id=${request.id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-trail-filtered-\d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"requests.create"');
  await page.goto(`${TRAIL}?action=audit.export&actor=${auditor.id}`);
  await entries(page).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /Entity ID/ })).toContainText(String(request.id));
});
