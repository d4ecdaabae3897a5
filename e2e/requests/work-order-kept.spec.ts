import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import type { Api, Person } from '../support/api.ts';
import { storedIn } from '../support/browser-databases.ts';
import { contract, pathOf } from '../support/calls.ts';
import { rowOf, sign } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';
import { closeWaiting, sendByHandOnly, WAITS } from '../support/outbox.ts';

const UPDATE = callTo(contract.requests.updateWithFiles);
const BACK = 'What you had entered is back.';
const SENT = 'Request updated successfully!';
const path = ({ id }: { id: number }) => `/dashboard/technician?requestId=${id}`;

test.use({ allowConsole: /net::ERR_|status of 409/ });

async function openOrder(page: Page, api: Api, technician: Person) {
  const request = await api.assignedTo(technician);
  await openAs(page, technician, path(request));
  const dialogIn = (one: Page) => one.getByRole('dialog', { name: new RegExp(request.external_id) });
  const saved = async () => (await api.office(contract.requests.get, pathOf(request))).request;
  return { request, dialog: dialogIn(page), dialogIn, saved };
}

/** Everything that the outbox holds, as text. */
const stored = (page: Page) => () => storedIn(page, 'outbox', 'entries');

test('What is entered comes back after the page was killed, and can be thrown away', { tag: '@phone-only' }, async ({
  page,
  api,
  context,
}) => {
  const technician = await api.staff('technician');
  const { request, dialog, dialogIn } = await openOrder(page, api, technician);
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.locator('input[type=file][multiple]').setInputFiles([photo('pole.png'), photo('lamp.png')]);
  await expect(dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')).toHaveCount(2);
  await sign(page, dialog);
  await dialog.getByRole('radio', { name: /^4 stars/ }).check();
  await dialog.getByLabel('Notes').fill('Half a thought');
  await expect.poll(stored(page)).toContain('Half a thought');
  await page.close();

  const next = await context.newPage();
  await next.goto('/dashboard/technician');
  await expect(rowOf(next, request.external_id)).toContainText('Not finished');
  await rowOf(next, request.external_id)
    .getByRole('button', { name: /^Work on it/ })
    .click();
  const again = dialogIn(next);
  await expect(again.getByText(BACK)).toBeVisible();
  await expect(again.getByLabel('Notes')).toHaveValue('Half a thought');
  await expect(again.getByRole('radio', { name: 'Completed' })).toBeChecked();
  await expect(again.getByRole('radio', { name: /^4 stars/ })).toBeChecked();
  await expect(again.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')).toHaveText([
    'pole.png',
    'lamp.png',
  ]);
  // The strokes are there, not a picture of them: one can be taken back.
  await expect(again.getByRole('img', { name: 'Signature area, signed' })).toBeVisible();
  await again.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(again.getByRole('img', { name: 'Signature area, empty' })).toBeVisible();
  await expectAccessible(next);
  await expectNoSidewaysScroll(next);

  await again.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(again.getByText(BACK)).toBeHidden();
  await expect(again.getByLabel('Notes')).toHaveValue('');
  await expect(again.getByRole('list', { name: 'Photos to send' })).toBeHidden();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(again).toBeHidden();
  await expect(rowOf(next, request.external_id)).not.toContainText('Not finished');
});

test('Photos that the browser cannot read are kept, and another try brings them back', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const technician = await api.person('technician');
  const { request, dialog, saved } = await openOrder(page, api, technician);
  await dialog.locator('input[type=file][multiple]').setInputFiles([photo('pole.png')]);
  await expect(dialog.getByRole('list', { name: 'Photos to send' })).toBeVisible();
  await dialog.getByLabel('Notes').fill('Half a thought');
  await expect.poll(stored(page)).toContain('Half a thought');
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      if (!sessionStorage.getItem('mended') && String(key).endsWith('/files')) throw new Error('cannot be read');
      return get.call(this, key);
    };
  });
  await page.reload();
  const failure = dialog.getByText('The photos of your update could not be read');
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const bar = page.getByRole('region', { name: 'Not sent yet' });
  await expect(bar).toContainText(`${request.external_id}: the photos of the update could not be read.`);
  await bar.getByRole('button', { name: `Open ${request.external_id}` }).click();
  await expect(failure).toBeVisible();

  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')).toHaveText(['pole.png']);
  await expect(bar).toBeHidden();
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(SENT)).toBeVisible();
  expect((await saved()).files).toHaveLength(1);
});

test('After a lost answer and a killed page, an edited retry arrives with its edits', { tag: '@phone-only' }, async ({
  page,
  api,
  context,
}) => {
  const technician = await api.staff('technician');
  const { request, dialog, dialogIn, saved } = await openOrder(page, api, technician);
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByLabel('Notes').fill('First words.');
  const keys: (string | null)[] = [];
  await context.route(UPDATE, async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await page.close();
  const next = await context.newPage();
  await next.goto(path(request));
  const again = dialogIn(next);
  // The page has tried again by itself, with the same key.
  await expect.poll(() => keys.length).toBeGreaterThan(1);
  await expect(again.getByText(WAITS)).toBeVisible();
  await expect(again.getByLabel('Notes')).toHaveValue('First words.');
  expect(new Set(keys).size).toBe(1);

  // What is edited is not sent again by itself.
  await again.getByLabel('Notes').fill('Second words.');
  await context.unroute(UPDATE);
  await again.getByRole('button', { name: 'Update Request' }).click();
  await expect(again.getByRole('alert').filter({ hasText: 'Your earlier try may have been saved' })).toBeVisible();
  await again.getByRole('button', { name: 'Save mine' }).click();
  await expect(again.getByText(SENT)).toBeVisible();
  const { notes } = await saved();
  expect(notes.match(/First words\./g)).toHaveLength(1);
  expect(notes.match(/Second words\./g)).toHaveLength(1);
});

test('A key that the server knows with other content is no conflict: the next press sends the update with a new key', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const { dialog, saved } = await openOrder(page, api, technician);
  const keys: (string | null)[] = [];
  const message = 'This Idempotency-Key was used for another request.';
  await page.route(UPDATE, async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    if (keys.length > 1) return route.continue();
    return answer(route, 409, { error: 'key_reused', message, request_id: 'x' });
  });
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByLabel('Notes').fill('Nine poles.');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(message)).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'What has changed' })).toHaveCount(0);
  await expect(dialog.getByLabel('Notes')).toHaveValue('Nine poles.');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(SENT)).toBeVisible();
  expect(keys[1]).not.toBe(keys[0]);
  expect((await saved()).notes.match(/Nine poles\./g)).toHaveLength(1);
});

/** Sends an update that stays on its way until the returned function is called. */
async function sendSlowly(page: Page, dialog: Locator): Promise<() => void> {
  const arrival = Promise.withResolvers<void>();
  await page.route(UPDATE, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const called = page.waitForRequest(UPDATE);
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await called;
  return arrival.resolve;
}

test('An update on its way is not called unsent, and its work order closes without a question', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.person('technician');
  const { request, dialog } = await openOrder(page, api, technician);
  const letItArrive = await sendSlowly(page, dialog);
  await expect(rowOf(page, request.external_id)).toContainText('Sending');
  await expect(page.getByText(/not sent yet/i)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close work order' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowOf(page, request.external_id)).toContainText('Sending');
  letItArrive();
  await expect(page.getByText(`${request.external_id}: ${SENT}`)).toBeVisible();
});

test('What a full device cannot store is sent from the open page, which says so', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const technician = await api.person('technician');
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The device is full', 'QuotaExceededError');
    };
  });
  await sendByHandOnly(page);
  const { dialog, saved } = await openOrder(page, api, technician);
  await dialog.locator('input[type=file][multiple]').setInputFiles([photo('pole.png')]);
  const warning = 'This browser cannot store what you enter: leave this page open until it is sent.';
  await expect(dialog.getByText(warning)).toBeVisible();
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByLabel('Notes').fill('No room for this.');
  await page.route(UPDATE, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(`Waiting for a connection. ${warning}`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await closeWaiting(page, dialog);
  const bar = page.getByRole('region', { name: 'Not sent yet' });
  await expect(bar).toContainText('Leave this page open: this browser cannot store it.');
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await question).dismiss();

  await page.unroute(UPDATE);
  await bar.getByRole('button', { name: 'Send Now' }).click();
  await expect(bar).toBeHidden();
  const { notes, files } = await saved();
  expect(notes.match(/No room for this\./g)).toHaveLength(1);
  expect(files).toHaveLength(1);
});

test('An update that waits is marked in the list, and Send Now sends it', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const technician = await api.person('technician');
  await sendByHandOnly(page);
  const { request, dialog, saved } = await openOrder(page, api, technician);
  await page.route(UPDATE, (route) => route.abort());
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await expect(dialog.getByRole('alert').filter({ visible: true })).toHaveCount(0);
  await closeWaiting(page, dialog);
  const bar = page.getByRole('region', { name: 'Not sent yet' });
  await expect(bar).toContainText('1 update not sent yet: waiting for a connection.');
  await expect(rowOf(page, request.external_id)).toContainText('Not sent yet');
  await expectNoSidewaysScroll(page);
  await page.unroute(UPDATE);
  await bar.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByText(`${request.external_id}: ${SENT}`)).toBeVisible();
  await expect(bar).toBeHidden();
  expect((await saved()).status).toBe('in_progress');
});
