import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { sign } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, withoutLive } from '../support/network.ts';
import { WAITS } from '../support/outbox.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

const UPDATE = callTo(contract.requests.updateWithFiles);
const SENT = 'Request updated successfully!';

/** Opens the work order of a new request, with In Progress chosen. */
async function openOrder(page: Page, api: Api) {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  const saved = async () => (await api.office(contract.requests.get, pathOf(request))).request;
  return { dialog, request, technician, saved };
}

const update = (dialog: Locator) => dialog.getByRole('button', { name: 'Update Request' });

/** From now on the server carries out each update, and its answer is lost on the way back. */
async function loseAnswers(page: Page): Promise<string[]> {
  const keys: string[] = [];
  await page.route(UPDATE, async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? '');
    await route.fetch();
    await route.abort();
  });
  return keys;
}

test.describe('A work order that the office changed meanwhile', () => {
  test.use({ allowConsole: /status of 409/ });

  test('keeps the status of the office when a note alone is sent', async ({ page, api }) => {
    const { dialog, request, saved } = await openOrder(page, api);
    await dialog.getByRole('radio', { name: 'Assigned' }).check();
    await dialog.getByLabel('Notes').fill('Key is with the neighbor.');
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'cancelled' } });
    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    const { status, notes } = await saved();
    expect(status).toBe('cancelled');
    expect(notes).toContain('Key is with the neighbor.');
  });

  test('shows the status of the office after Discard mine', async ({ page, api }) => {
    const { dialog, request, saved } = await openOrder(page, api);
    await dialog.getByLabel('Notes').fill('Nobody there.');
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'cancelled' } });
    await update(dialog).click();
    await expect(dialog.getByRole('table', { name: 'What has changed' }).getByRole('rowheader')).toHaveText(['Status']);
    await dialog.getByRole('button', { name: 'Discard mine' }).click();
    await expect(dialog.getByLabel('Notes')).toHaveValue('');
    await expect(dialog.getByRole('radio', { name: 'Cancelled' })).toBeChecked();
    await dialog.getByLabel('Notes').fill('Key returned.');
    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    const { status, notes } = await saved();
    expect(status).toBe('cancelled');
    expect(notes).toContain('Key returned.');
    expect(notes).not.toContain('Nobody there.');
  });

  test('reopens a cancelled request only when the technician says so', { tag: '@phone-only' }, async ({
    page,
    api,
  }) => {
    const { dialog, request, saved } = await openOrder(page, api);
    await dialog.getByLabel('Notes').fill('Key is with the neighbor.');
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'cancelled' } });
    await update(dialog).click();
    await expect(dialog.getByRole('button', { name: 'Save mine and reopen it' })).toBeVisible();
    // With the status that was seen, the note is all that is left, and the office's status stays.
    await dialog.getByRole('radio', { name: 'Assigned' }).click();
    await expect(dialog.getByRole('radio', { name: 'Cancelled' })).toBeChecked();
    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    expect((await saved()).status).toBe('cancelled');
  });
});

test.describe('A work order whose answer was lost', () => {
  test.use({ allowConsole: /net::ERR_|status of 4(00|09|22)/ });

  test('is stored once when it is sent again by itself', async ({ page, api }) => {
    const { dialog, saved } = await openOrder(page, api);
    await dialog.getByLabel('Notes').fill('Ballast replaced.');
    await dialog.locator('input[type=file][multiple]').setInputFiles(photo('ballast.png'));
    await loseAnswers(page);
    await update(dialog).click();
    await expect(dialog.getByText(WAITS)).toBeVisible();
    await page.unroute(UPDATE);
    // The technician looks at the page again: the outbox sends what waits.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(dialog.getByText(SENT)).toBeVisible();
    const { notes, files } = await saved();
    expect(notes.match(/Ballast replaced\./g)).toHaveLength(1);
    expect(files).toHaveLength(1);
  });

  test('loses no edit: the form explains, keeps the input, and saves it when the technician decides so', async ({
    page,
    api,
  }) => {
    const { dialog, saved, technician } = await openOrder(page, api);
    await dialog.getByLabel('Notes').fill('First words.');
    const keys = await loseAnswers(page);
    await update(dialog).click();
    await expect(dialog.getByText(WAITS)).toBeVisible();
    expect((await saved()).notes).toContain('First words.');
    // What is edited is not sent again by itself.
    await dialog.getByLabel('Notes').fill('Second words.');
    await page.unroute(UPDATE);
    const second = page.waitForRequest(UPDATE);
    await update(dialog).click();
    expect(await (await second).headerValue('idempotency-key')).not.toBe(keys[0]);
    // The first update had arrived, so the edit is based on an outdated version, and the form says so.
    const told = dialog.getByRole('alert').filter({ hasText: technician.name });
    await expect(told).toContainText('Your earlier try may have been saved although no answer came');
    await expect(told).toContainText('choose what stands');
    await expect(dialog.getByLabel('Notes')).toHaveValue('Second words.');
    await expect(dialog.getByRole('table', { name: 'What has changed' })).toContainText('First words.');

    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    const { notes } = await saved();
    expect(notes.match(/First words\./g)).toHaveLength(1);
    expect(notes.match(/Second words\./g)).toHaveLength(1);
  });

  test('and that never arrived takes an edit at once, under a new key', async ({ page, api }) => {
    const { dialog, saved } = await openOrder(page, api);
    const lost = new Set<string>();
    const arrived: string[] = [];
    await page.route(UPDATE, async (route) => {
      const key = (await route.request().headerValue('idempotency-key')) ?? '';
      if (route.request().postData()?.includes('First words.')) {
        lost.add(key);
        return route.abort();
      }
      arrived.push(key);
      return route.continue();
    });
    await dialog.getByLabel('Notes').fill('First words.');
    for (let tries = 1; tries <= 2; tries += 1) {
      const failed = page.waitForEvent('requestfailed', (request) => UPDATE.test(request.url()));
      await update(dialog).click();
      await failed;
      await expect(dialog.getByText(WAITS)).toBeVisible();
    }
    await dialog.getByLabel('Notes').fill('Second words.');
    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    expect(lost.size).toBe(1);
    expect(arrived).toHaveLength(1);
    expect(lost).not.toContain(arrived[0]);
    const { notes } = await saved();
    expect(notes).not.toContain('First words.');
    expect(notes).toContain('Second words.');
  });

  test('and that completed the request refuses an edited rating with the reason', async ({ page, api }) => {
    const { dialog, saved } = await openOrder(page, api);
    await dialog.getByRole('radio', { name: 'Completed' }).check();
    await sign(page, dialog);
    await dialog.getByRole('radio', { name: /^4 stars/ }).check();
    await loseAnswers(page);
    await update(dialog).click();
    await expect(dialog.getByText(WAITS)).toBeVisible();
    await dialog.getByRole('radio', { name: /^5 stars/ }).check();
    await page.unroute(UPDATE);
    await update(dialog).click();
    const told = dialog.getByRole('alert').filter({ hasText: 'Your earlier try may have been saved' });
    await expect(told).toContainText('changed the status on');
    expect(await saved()).toMatchObject({ status: 'completed', rating: 4 });
    // The rest of the edit can still be sent.
    await dialog.getByLabel('Notes').fill('Key returned.');
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    expect((await saved()).notes).toContain('Key returned.');
  });
});

test('An update without anything new is not sent, and the form says so until something is entered', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const { dialog, saved } = await openOrder(page, api);
  await dialog.getByRole('radio', { name: 'Assigned' }).check();
  let sent = 0;
  page.on('request', (call) => {
    if (UPDATE.test(call.url())) sent += 1;
  });
  const { version } = await saved();
  await update(dialog).click();
  const nothing = dialog.getByText('Nothing to save yet: choose another status, write a note or add a photo.');
  await expect(nothing).toBeVisible();
  await dialog.getByLabel('Notes').fill('Rang the bell.');
  await expect(nothing).toBeHidden();
  expect(sent).toBe(0);
  expect((await saved()).version).toBe(version);
  await update(dialog).click();
  await expect(dialog.getByText(SENT)).toBeVisible();
  expect((await saved()).notes).toContain('Rang the bell.');
});

test("The office's note is on the first screen of a work order, and older ones stand in its history", {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician, { description: 'Four of nine poles are out. '.repeat(20) });
  for (const notes of ['The gate is on the east side.', 'Ask for the manager.', 'Bring the long ladder.'])
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'assigned', notes } });
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(dialog.getByText('Bring the long ladder.')).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText('Ask for the manager.')).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText('The gate is on the east side.')).not.toBeInViewport();
});
