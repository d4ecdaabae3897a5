import { type Api, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { largePhoto, photo } from '../support/files.ts';
import { expect, test } from '../support/fixtures.ts';
import { hold, SCRIPTS } from '../support/network.ts';
import { chosenFiles, fileInput, fillIn, openForm, received, submit } from '../support/request-form.ts';

const LIMIT = 5 * 1024 * 1024;

/** The files of the one request with this title, as the office sees them. */
async function filesOf(office: Api['office'], title: string) {
  const { requests } = await office(contract.requests.list, { query: { search: title } });
  expect(requests).toHaveLength(1);
  const { request } = await office(contract.requests.get, pathOf(requests[0]));
  return request.files;
}

test('A photo over 5 MB is made smaller on the device, and sent', async ({ page, api }) => {
  const title = unique('Large photo ');
  const large = largePhoto('IMG_2041.png');
  expect(large.buffer.length).toBeGreaterThan(LIMIT);
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles([large, photo('small.png')]);
  await expect(chosenFiles(page)).toHaveCount(2);
  await expect(chosenFiles(page).first()).toContainText('IMG_2041.jpg');
  await expect(page.getByText('Each file must be less than 5MB')).toBeHidden();
  await submit(page);
  await received(page);
  const files = await filesOf(api.office, title);
  expect(files.map(({ file_name }) => file_name)).toEqual(['IMG_2041.jpg', 'small.png']);
  expect(Math.max(...files.map(({ file_size }) => file_size))).toBeLessThan(LIMIT);
});

test('Submit waits for photos that are still made smaller', async ({ page, api }) => {
  const title = unique('In a hurry ');
  // The script that makes photos smaller arrives late.
  const release = await hold(page, '**/assets/check-files*.js');
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(photo('first.png'));
  await fileInput(page).setInputFiles(photo('second.png'));
  await expect(page.getByRole('list', { name: 'Chosen files' })).toHaveAttribute('aria-busy', 'true');
  await submit(page);
  await expect(page.getByRole('button', { name: 'Submitting' })).toBeVisible();
  release();
  await received(page);
  const files = await filesOf(api.office, title);
  expect(files.map(({ file_name }) => file_name)).toEqual(['first.png', 'second.png']);
});

test('A document over 5 MB is refused by its name, and the others stay', async ({ page }) => {
  await openForm(page);
  const big = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(LIMIT, 'a') };
  await fileInput(page).setInputFiles([big, photo('small.png')]);
  await expect(page.getByText('plan.pdf: Each file must be less than 5MB')).toBeVisible();
  await expect(chosenFiles(page)).toHaveCount(1);
  // A file that is dropped beside the field does not open in place of the form.
  const isRefused = await page.evaluate(() => {
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() });
    return !document.body.dispatchEvent(drop);
  });
  expect(isRefused).toBe(true);
});

test('Files chosen before the script arrives are kept', async ({ page }) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/request', { waitUntil: 'commit' });
  await fileInput(page).setInputFiles(photo('early.png'));
  release();
  await expect(chosenFiles(page)).toHaveCount(1);
  await expect(chosenFiles(page)).toContainText('early.png');
});
