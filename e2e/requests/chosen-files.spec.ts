import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type Api, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { closeSaved, openRequest } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { test as base, expect, openAs } from '../support/fixtures.ts';
import { hold } from '../support/network.ts';
import { closeWaiting, WAITS } from '../support/outbox.ts';
import {
  CREATE,
  chosenFiles,
  expectKeptFiles,
  fileInput,
  fillIn,
  openForm,
  received,
  submit,
} from '../support/request-form.ts';

/** Writes photos to a disk, which the test may change then. */
type Disk = (name: string) => Promise<string>;
const test = base.extend<{ disk: Disk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing is needed
  disk: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chosen-'));
    await use(async (name) => {
      const file = path.join(folder, name);
      await writeFile(file, photo(name).buffer);
      return file;
    });
    await rm(folder, { recursive: true });
  },
});
test.use({ allowConsole: /net::ERR_/ });

const UNREADABLE = "This file can't be read. Choose it again, or take the photo again.";
const harms = {
  changes: (file: string) => writeFile(file, 'another photo'),
  vanishes: (file: string) => rm(file),
};

/** From now on the browser can't read files of this name, as when it has lost what it stored. */
const loseContent = (page: Page, name: string) =>
  page.evaluate((lost) => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () {
      const isLost = this instanceof File && this.name === lost;
      return isLost ? Promise.reject(new DOMException('', 'NotReadableError')) : arrayBuffer.call(this);
    };
  }, name);

async function filesOf(office: Api['office'], title: string) {
  const { requests } = await office(contract.requests.list, { query: { search: title } });
  const { request } = await office(contract.requests.get, pathOf(requests[0]));
  return request.files.map(({ file_name }) => file_name);
}

for (const [what, harm] of Object.entries(harms)) {
  test(`A file that ${what} after it was chosen is sent with the form`, async ({ page, api, disk }) => {
    const title = unique('Chosen ');
    const file = await disk('pole.png');
    await openForm(page);
    await fillIn(page, title);
    await fileInput(page).setInputFiles(file);
    await expect(chosenFiles(page)).toContainText(['pole.png']);
    await harm(file);
    await submit(page);
    await received(page);
    expect(await filesOf(api.office, title)).toEqual(['pole.png']);
  });

  test(`A photo that ${what} after it was chosen is sent with the work order`, async ({ page, api, context, disk }) => {
    const technician = await api.staff('technician');
    const request = await api.assignedTo(technician);
    const file = await disk('pole.png');
    await openAs(page, technician, '/dashboard/technician');
    const dialog = await openRequest(page, 'Work on it', request.external_id);
    await dialog.getByRole('radio', { name: 'In Progress' }).check();
    await dialog.locator('input[type=file][multiple]').setInputFiles(file);
    await expect(dialog.getByRole('list', { name: 'Photos to send' })).toContainText('pole');
    await harm(file);
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await expect(dialog.getByText(WAITS)).toBeVisible();
    await context.setOffline(false);
    await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
    const { request: saved } = await api.office(contract.requests.get, pathOf(request));
    expect(saved.files).toMatchObject([{ file_name: expect.stringMatching(/^pole/) }]);
  });
}

test('A file that is gone is sent after a reload and a time without a connection', async ({
  page,
  api,
  context,
  disk,
}) => {
  const title = unique('Chosen ');
  const file = await disk('pole.png');
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(file);
  await expectKeptFiles(page, 1);
  await rm(file);
  await page.reload();
  await expect(chosenFiles(page)).toContainText(['pole.png']);
  await context.setOffline(true);
  await submit(page);
  await expect(page.getByText('There seems to be no connection.')).toBeVisible();
  await context.setOffline(false);
  await submit(page);
  await received(page);
  expect(await filesOf(api.office, title)).toEqual(['pole.png']);
});

test('A file that cannot be read when it is chosen is refused by the form', { tag: '@phone' }, async ({
  page,
  disk,
}) => {
  const [lost, good] = [await disk('pole.png'), await disk('meter.png')];
  const release = await hold(page, '**/assets/check-files*.js');
  await openForm(page);
  await fileInput(page).setInputFiles([lost, good]);
  await rm(lost);
  release();
  await expect(page.getByText(`pole.png: ${UNREADABLE}`)).toBeVisible();
  await expect(chosenFiles(page)).toContainText(['meter.png']);
  await expectAccessible(page);
});

test('A photo that cannot be read when it is chosen is refused by the work order', { tag: '@phone' }, async ({
  page,
  api,
  disk,
}) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  const [good, lost] = [await disk('meter.png'), await disk('pole.png')];
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { createImageBitmap } = window;
    window.createImageBitmap = ((source: ImageBitmapSource) =>
      promise.then(() => createImageBitmap(source))) as typeof createImageBitmap;
    window.addEventListener('released', () => resolve());
  });
  await dialog.locator('input[type=file][multiple]').setInputFiles([good, lost]);
  await expect(dialog.getByText('Preparing photos')).toBeVisible();
  await rm(lost);
  await page.evaluate(() => window.dispatchEvent(new Event('released')));
  await expect(dialog.getByText(`pole.png: ${UNREADABLE}`)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Photos to send' })).toContainText('meter');
  await expectAccessible(page, dialog);
});

test('A form whose kept file is lost names it, and not the connection', { tag: '@phone' }, async ({ page }) => {
  await openForm(page);
  await fillIn(page, unique('Lost '));
  await fileInput(page).setInputFiles([photo('pole.png'), photo('meter.png')]);
  await expect(chosenFiles(page)).toContainText(['pole.png', 'meter.png']);
  await loseContent(page, 'pole.png');
  await page.route(CREATE, (route) => route.abort(), { times: 1 });
  await submit(page);
  await expect(page.getByText(`pole.png: ${UNREADABLE}`)).toHaveCount(2);
  await expect(page.getByText('There seems to be no connection.')).toHaveCount(0);
  await expect(fileInput(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove pole.png' }).click();
  await submit(page);
  await received(page);
});

test('A work order whose kept photo is lost is sent without it', { tag: '@phone' }, async ({ page, api }) => {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.locator('input[type=file][multiple]').setInputFiles([photo('pole.png'), photo('meter.png', [9, 9, 90])]);
  const list = dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem');
  await expect(list).toHaveCount(2);
  const name = (await list.first().textContent()) ?? '';
  await loseContent(page, name);
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(`${name}: ${UNREADABLE}`)).toBeVisible();
  await expect(dialog.getByText(/connection/)).toHaveCount(0);
  await expectAccessible(page, dialog);
  await closeWaiting(page, dialog);
  const bar = page.getByRole('region', { name: 'Not sent yet' });
  await expect(bar.getByText(`${name} can't be read on this device. Open the update to send the rest.`)).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('button', { name: /^Open/ }).click();
  await dialog.getByRole('button', { name: 'Send Without It' }).click();
  await closeSaved(dialog, 'Request updated successfully!');
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved).toMatchObject({ status: 'in_progress', files: [{ file_name: expect.stringMatching(/^meter/) }] });
});
