import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { fileHints, PHOTOS_MAX } from '#contract/words/files.ts';
import { animatedPng, compoundFile, docx, heic, pdf } from '#server/testing/bytes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type Api, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { closeSaved, openRequest } from '../support/dashboards.ts';
import type { TestFile } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { fileInput, fillIn, openForm, received, submit } from '../support/request-form.ts';

const MISFIT = "This file's contents don't match its extension, or it can't be read.";
const WRONG_TYPE = 'Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed';
const NO_IMAGE = 'Only images (JPG, PNG, GIF, WebP) are allowed';

/** A picture with something in it: noise, always the same. */
function scene(width = 320, height = 240) {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = seed % 251;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 40, g: 90, b: 140, alpha: 0.5 } } });
function flicker() {
  const frames = Buffer.concat([20, 200, 90].map((gray) => Buffer.alloc(64 * 64 * 3, gray)));
  return sharp(frames, { raw: { width: 64, height: 192, channels: 3, pageHeight: 64 } }).gif();
}
const half = (whole: Buffer) => whole.subarray(0, whole.length / 2);

/** What people choose, by name: its content, and the refusal of the form and of the work order; null when it is taken. */
type Input = { bytes: () => Buffer | Promise<Buffer>; form: string | null; work: string | null };
const taken = { form: null, work: null };
const document = { form: null, work: NO_IMAGE };
const noType = { form: WRONG_TYPE, work: NO_IMAGE };
const misfit = { form: MISFIT, work: MISFIT };
const inputs: Record<string, Input> = {
  'photo.JPG': { bytes: () => scene().jpeg().toBuffer(), ...taken },
  'cut-last-bytes.jpg': { bytes: async () => (await scene().jpeg().toBuffer()).subarray(0, -2), ...taken },
  'half.jpg': { bytes: async () => half(await scene().jpeg().toBuffer()), ...taken },
  'half.png': { bytes: async () => half(await scene().png().toBuffer()), ...taken },
  'half.gif': { bytes: async () => half(await scene().gif().toBuffer()), ...taken },
  'diagram.png': { bytes: () => plain(400, 300).png().toBuffer(), ...taken },
  'flicker.gif': { bytes: () => flicker().toBuffer(), ...taken },
  'panorama.jpg': { bytes: () => plain(12_000, 3_000).jpeg({ progressive: true }).toBuffer(), ...taken },
  'scroll.png': { bytes: () => plain(1_440, 16_000).png().toBuffer(), ...taken },
  'photo.jfif': { bytes: () => scene().jpeg().toBuffer(), ...taken },
  'photo.jpe': { bytes: () => scene().jpeg().toBuffer(), ...taken },
  '1000012345': { bytes: () => scene().jpeg().toBuffer(), ...taken },
  'jpeg-named.png': { bytes: () => scene().jpeg().toBuffer(), ...taken },
  'moving.png': { bytes: () => animatedPng([20, 200, 90]), ...taken },
  '8" downlight, 50% dim %41.jpg': { bytes: () => scene().jpeg().toBuffer(), ...taken },
  'letter.docx': { bytes: () => docx(), ...document },
  'letter.doc': { bytes: () => compoundFile(), ...document },
  'list.csv': { bytes: () => Buffer.from('pole,lamp\n1,LED\n'), ...document },
  'plan.pdf': { bytes: () => pdf(), ...document },
  'newline.pdf': { bytes: () => Buffer.concat([Buffer.from('\r\n'), pdf()]), ...document },
  'printed.pdf': { bytes: () => Buffer.concat([Buffer.from('\x1b%-12345X@PJL JOB\r\n'), pdf()]), ...document },
  'mac-address.csv': { bytes: () => Buffer.from('MAC Address,Fixture\r\n00:11:22,F1\r\n'), ...document },
  'form.csv': { bytes: () => Buffer.from('FORM NO,Zone\r\n1,A\r\n'), ...document },
  'mac-roman.csv': { bytes: () => Buffer.from('Pi\x8fce,Cr\x8fme\r1,2\r', 'latin1'), ...document },
  'utf16.csv': { bytes: () => Buffer.from('\ufeffpole\tlamp\r\n', 'utf16le'), ...document },
  'stray.csv': { bytes: () => Buffer.from('pole,lamp\r\n1,\u0007LED\r\n\u001a'), ...document },
  'sheet.xls': { bytes: () => Buffer.from('pole,lamp\n'), ...document },
  'screenshot.docx': { bytes: () => docx({ a: 'x'.repeat(60_000) }, { a: 34 * 1024 * 1024 }), ...document },
  'half.webp': { bytes: async () => half(await scene().webp().toBuffer()), ...misfit },
  'header.png': { bytes: async () => (await scene().png().toBuffer()).subarray(0, 80), ...misfit },
  'text.jpg': { bytes: () => Buffer.from('no picture'), ...misfit },
  'text.pdf': { bytes: () => Buffer.from('no document'), form: MISFIT, work: NO_IMAGE },
  'lies.pdf': { bytes: () => Buffer.from('<script>alert(1)</script>'), ...noType },
  'markup.csv': { bytes: () => Buffer.from('<html>'), ...noType },
  'packed.docx': { bytes: () => docx({ a: 'x' }, { a: 41 * 1024 * 1024 }), ...noType },
  'heic-named.jpg': { bytes: () => heic(), ...noType },
  'IMG_3560.HEIC': { bytes: () => heic(), ...noType },
};
const isTaken = (screen: 'form' | 'work') => Object.keys(inputs).filter((name) => inputs[name]?.[screen] === null);
const isRefused = (screen: 'form' | 'work') => Object.entries(inputs).filter(([, input]) => input[screen] !== null);
const fileOf = async (name: string): Promise<TestFile> => ({
  name,
  mimeType: '',
  buffer: (await inputs[name]?.bytes()) ?? Buffer.of(),
});
/** The names without extensions and numbers: a picture may become a JPEG on the device, and then have the name of another one. */
const stems = (names: readonly string[]) => names.map((name) => name.replace(/( \(\d\))?\.[^.]*$/, '')).toSorted();

async function filesOf(office: Api['office'], title: string) {
  const { requests } = await office(contract.requests.list, { query: { search: title } });
  return (await office(contract.requests.get, pathOf(requests[0]))).request.files;
}

async function openOrder(page: Page, api: Parameters<Parameters<typeof test>[2]>[0]['api']) {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  return { request, dialog: await openRequest(page, 'Work on it', request.external_id) };
}

test('What the form takes, the server takes', async ({ page, api }) => {
  const names = isTaken('form');
  for (let at = 0; at < names.length; at += 3) {
    const title = unique('Inputs ');
    const three = names.slice(at, at + 3);
    // The history entry of a received request would show it again.
    await page.goto('about:blank');
    await openForm(page);
    await fillIn(page, title);
    await fileInput(page).setInputFiles(await Promise.all(three.map(fileOf)));
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(three.length);
    await submit(page);
    await received(page);
    expect(stems((await filesOf(api.office, title)).map(({ file_name }) => file_name))).toEqual(stems(three));
  }
});

test('What the form refuses is named when it is chosen', async ({ page }) => {
  await openForm(page);
  for (const [name, { form }] of isRefused('form')) {
    await fileInput(page).setInputFiles(await fileOf(name));
    await expect(page.getByText(`${name}: ${form}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  }
});

test('What the work order takes, the server takes', async ({ page, api }) => {
  const all = isTaken('work');
  for (let at = 0; at < all.length; at += PHOTOS_MAX) {
    const names = all.slice(at, at + PHOTOS_MAX);
    const { request, dialog } = await openOrder(page, api);
    await dialog.locator('input[type=file][multiple]').setInputFiles(await Promise.all(names.map(fileOf)));
    await expect(dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')).toHaveCount(names.length);
    await dialog.getByRole('radio', { name: 'In Progress' }).check();
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await closeSaved(dialog, 'Request updated successfully!');
    const { request: saved } = await api.office(contract.requests.get, pathOf(request));
    expect(stems(saved.files.map(({ file_name }) => file_name))).toEqual(stems(names));
  }
});

test('What the work order refuses is named when it is chosen', async ({ page, api }) => {
  const { dialog } = await openOrder(page, api);
  for (const [name, { work }] of isRefused('work')) {
    await dialog.locator('input[type=file][multiple]').setInputFiles(await fileOf(name));
    await expect(dialog.getByText(`${name}: ${work}`, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('list', { name: 'Photos to send' })).toBeHidden();
  }
});

test('The form names a file by its content', async ({ page, api }) => {
  const title = unique('Named ');
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(
    await Promise.all(['jpeg-named.png', '1000012345', '8" downlight, 50% dim %41.jpg'].map(fileOf)),
  );
  await expect(page.getByRole('button', { name: 'Remove 1000012345.jpg' })).toBeVisible();
  await submit(page);
  await received(page);
  const files = await filesOf(api.office, title);
  expect(files.map(({ file_name }) => file_name)).toEqual([
    'jpeg-named.jpg',
    '1000012345.jpg',
    '8" downlight, 50% dim %41.jpg',
  ]);
});

test('A HEIC photo is refused with what to do', { tag: '@phone' }, async ({ page }) => {
  await openForm(page);
  await fileInput(page).setInputFiles([await fileOf('IMG_3560.HEIC'), await fileOf('heic-named.jpg')]);
  await expect(page.getByText(`IMG_3560.HEIC, heic-named.jpg: ${WRONG_TYPE}`, { exact: true })).toBeVisible();
  await expect(page.getByText(/Most Compatible/)).toHaveText(
    /^IMG_3560\.HEIC, heic-named\.jpg are HEIC photos\. .*again\.$/,
  );
  await expect(page.getByText(fileHints.documents, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await fileInput(page).setInputFiles(await fileOf('photo.jfif'));
  await expect(page.getByRole('button', { name: 'Remove photo.jpg' })).toBeVisible();
  await expect(page.getByText(/Most Compatible/)).toHaveCount(0);
});

test('A HEIC photo is sent as JPG where the browser decodes it', async ({ page, api }) => {
  const title = unique('Converted ');
  await page.addInitScript(() => {
    const decode = window.createImageBitmap;
    window.createImageBitmap = (async (source: ImageBitmapSource) => {
      if (!(source instanceof File && source.name.endsWith('.HEIC'))) return decode(source);
      const canvas = new OffscreenCanvas(60, 40);
      canvas.getContext('2d')?.fillRect(0, 0, 30, 40);
      return canvas.transferToImageBitmap();
    }) as typeof createImageBitmap;
  });
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(await fileOf('IMG_3560.HEIC'));
  await expect(page.getByRole('button', { name: 'Remove IMG_3560.jpg' })).toBeVisible();
  await submit(page);
  await received(page);
  expect(await filesOf(api.office, title)).toMatchObject([{ file_name: 'IMG_3560.jpg', file_type: 'image/jpeg' }]);
});

test('The work order says what to do about a HEIC photo', { tag: '@phone' }, async ({ page, api }) => {
  const { dialog } = await openOrder(page, api);
  await dialog.locator('input[type=file][multiple]').setInputFiles(await fileOf('IMG_3560.HEIC'));
  await expect(dialog.getByText(`IMG_3560.HEIC: ${NO_IMAGE}`, { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^IMG_3560\.HEIC is a HEIC photo\. .*take it again\.$/)).toBeVisible();
  await expectAccessible(page, dialog);
});
