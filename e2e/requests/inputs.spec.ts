import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { compoundFile, docx, pdf } from '#server/testing/bytes.ts';
import { unique } from '../support/api.ts';
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
const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(400, 7)]);

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
  'letter.docx': { bytes: () => docx(), ...document },
  'letter.doc': { bytes: () => compoundFile(), ...document },
  'list.csv': { bytes: () => Buffer.from('pole,lamp\n1,LED\n'), ...document },
  'plan.pdf': { bytes: () => pdf(), ...document },
  'half.webp': { bytes: async () => half(await scene().webp().toBuffer()), ...misfit },
  'header.png': { bytes: async () => (await scene().png().toBuffer()).subarray(0, 80), ...misfit },
  'heic-named.jpg': { bytes: () => heic, ...misfit },
  'lies.pdf': { bytes: () => Buffer.from('<script>alert(1)</script>'), form: MISFIT, work: NO_IMAGE },
  'markup.csv': { bytes: () => Buffer.from('<html>'), form: MISFIT, work: NO_IMAGE },
  'sheet.xls': { bytes: () => Buffer.from('pole,lamp\n'), form: MISFIT, work: NO_IMAGE },
  'IMG_3560.HEIC': { bytes: () => heic, ...noType },
  '1000012345': { bytes: () => scene().jpeg().toBuffer(), ...noType },
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
    const { requests } = await api.office(contract.requests.list, { query: { search: title } });
    const { request } = await api.office(contract.requests.get, pathOf(requests[0]));
    expect(stems(request.files.map(({ file_name }) => file_name))).toEqual(stems(three));
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
  const { request, dialog } = await openOrder(page, api);
  const names = isTaken('work');
  await dialog.locator('input[type=file][multiple]').setInputFiles(await Promise.all(names.map(fileOf)));
  await expect(dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')).toHaveCount(names.length);
  await dialog.getByRole('radio', { name: 'In Progress' }).press('Space');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await closeSaved(dialog, 'Request updated successfully!');
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(stems(saved.files.map(({ file_name }) => file_name))).toEqual(stems(names));
});

test('What the work order refuses is named when it is chosen', async ({ page, api }) => {
  const { dialog } = await openOrder(page, api);
  for (const [name, { work }] of isRefused('work')) {
    await dialog.locator('input[type=file][multiple]').setInputFiles(await fileOf(name));
    await expect(dialog.getByText(`${name}: ${work}`, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('list', { name: 'Photos to send' })).toBeHidden();
  }
});
