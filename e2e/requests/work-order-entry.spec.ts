import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { closeSaved, sign } from '../support/dashboards.ts';
import { flicker, photo, scrollCapture, type TestFile } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';

const UPDATE = callTo(contract.requests.updateWithFiles);
const SENT = 'Request updated successfully!';
const TOO_SMALL = 'This mark is too small to be a signature. Please sign across the line.';

async function openOrder(page: Page, api: Api) {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  return {
    request,
    dialog,
    saved: async () => (await api.office(contract.requests.get, pathOf(request))).request,
    update: dialog.getByRole('button', { name: 'Update Request' }),
    photos: dialog.locator('input[type=file][multiple]'),
    list: dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem'),
  };
}

/** A picture that the browser draws: black lines on a transparent ground. */
async function drawing(page: Page, name: string, mimeType: string): Promise<TestFile> {
  const url = await page.evaluate((type) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 300];
    const context = canvas.getContext('2d');
    for (let at = 0; at < 40; at += 1) context?.strokeRect(at * 9, at * 7, 60, 40);
    return canvas.toDataURL(type);
  }, mimeType);
  return { name, mimeType, buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}

test('A dot is refused as a signature while the customer is there', { tag: '@phone' }, async ({ page, api }) => {
  const { dialog } = await openOrder(page, api);
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  const pad = dialog.getByRole('img', { name: /Signature area/ });
  await pad.scrollIntoViewIfNeeded();
  await pad.click();
  await expect(dialog.getByText(TOO_SMALL)).toBeVisible();
  await expectAccessible(page, dialog);
  await sign(page, dialog);
  await expect(dialog.getByText(TOO_SMALL)).toBeHidden();
});

test('A typed name needs a letter', { tag: '@phone' }, async ({ page, api }) => {
  const { dialog } = await openOrder(page, api);
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByText('Type name').click();
  const name = dialog.getByLabel('Full name as signature');
  const refusal = dialog.getByText('Please type a name with at least one letter');
  for (const text of ['.', '-', '😀']) {
    await name.fill(text);
    await expect(refusal).toBeVisible();
  }
  await expectAccessible(page, dialog);
  await name.fill('李');
  await expect(refusal).toBeHidden();
});

test('A photo that cannot be shown is named, and the others are sent', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const { dialog, update, photos, list, saved } = await openOrder(page, api);
  const whole = await drawing(page, 'cut.jpg', 'image/jpeg');
  const cut = { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 40) };
  const junk = { ...whole, name: 'junk.jpg', buffer: whole.buffer.subarray(0, 40) };
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await photos.setInputFiles([cut, junk, scrollCapture('scroll.png'), flicker('lamp.webp'), photo('image.png')]);
  await photos.setInputFiles(photo('image.png', [9, 9, 90]));
  await expect(list).toHaveText([/^cut\.jpg/, 'scroll.jpg', 'lamp.webp', /^image\./, /^image \(2\)\./]);
  await photos.setInputFiles(junk);
  await expect(
    dialog.getByText("junk.jpg: This file's contents don't match its extension, or it can't be read."),
  ).toBeVisible();
  await expectAccessible(page, dialog);
  await update.click();
  await closeSaved(dialog, SENT);
  const { files } = await saved();
  expect(files).toHaveLength(5);
  const scroll = files.find(({ file_name }) => file_name === 'scroll.jpg');
  const size = await page.evaluate(async (path) => {
    const { width, height } = await createImageBitmap(await (await fetch(path)).blob());
    return [width, height];
  }, scroll?.file_path ?? '');
  expect(size).toEqual([720, 8000]);
});

test.describe('with a refusal', () => {
  test.use({ allowConsole: /status of 400/ });

  test('A photo that only the server can refuse is left out with one click', { tag: '@phone' }, async ({
    page,
    api,
  }) => {
    const { dialog, update, photos, list, saved } = await openOrder(page, api);
    await dialog.getByRole('radio', { name: 'Completed' }).check();
    await photos.setInputFiles([photo('good.png'), photo('bad.png', [9, 9, 90])]);
    await expect(list).toHaveCount(2);
    await dialog.getByRole('radio', { name: /^4 stars/ }).check();
    await sign(page, dialog);
    const text = 'A virus was found in this file. Please send it without this file, or send another one';
    const name = (await list.last().textContent()) ?? '';
    const details = [{ field: 'images', message: `${name}: ${text}` }];
    await page.route(
      UPDATE,
      (route) => route.fulfill({ status: 400, json: { error: 'validation_failed', message: text, details } }),
      { times: 1 },
    );
    await update.click();
    await expect(dialog.getByText(`${name}: ${text}`)).toBeVisible();
    await expectAccessible(page, dialog);
    await dialog.getByRole('button', { name: 'Send Without It' }).click();
    await closeSaved(dialog, SENT);
    expect(await saved()).toMatchObject({ status: 'completed', rating: 4, files: [{ file_name: /^good/ }] });
  });
});

test('Choosing a status brings no star under the mouse, and a star under it is no rating', async ({ page, api }) => {
  const { dialog } = await openOrder(page, api);
  await dialog.getByText('Completed', { exact: true }).click();
  const rating = dialog.getByRole('group', { name: /^Client rating/ });
  await expect(rating).toBeAttached();
  const stars = rating.locator('label');
  await expect(rating.locator('[data-preview]')).toHaveCount(0);
  const isUnderMouse = () => rating.evaluate((group) => group.matches(':hover'));
  expect(await isUnderMouse()).toBe(false);

  await stars.nth(2).hover();
  await page.mouse.move(0, 0);
  await stars.nth(2).hover();
  await expect(rating.locator('[data-preview]')).toHaveCount(3);
  await expect(rating.locator('[data-on]')).toHaveCount(0);
  await stars.nth(2).click();
  await expect(rating.locator('[data-on]')).toHaveCount(3);
});

test('Black lines on nothing are visible in the dark theme', { tag: '@phone' }, async ({ page, api }) => {
  const { dialog, request, update, photos, list } = await openOrder(page, api);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await photos.setInputFiles(await drawing(page, 'diagram.png', 'image/png'));
  const corner = () =>
    list.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(180, 10, 1, 1).data;
      return [...(data ?? [])];
    });
  await expect.poll(corner).toEqual([255, 255, 255, 255]);
  await update.click();
  await closeSaved(dialog, SENT);

  await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${request.id}`);
  const files = page.getByRole('list', { name: 'Images' });
  await page.getByRole('tab', { name: /Files/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(files.locator('img')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await files.getByRole('button').click();
  const viewer = page.getByRole('dialog', { name: /^diagram/ });
  await expect(viewer.getByRole('img', { name: /^diagram/ })).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
