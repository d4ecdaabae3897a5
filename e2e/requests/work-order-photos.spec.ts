import type { Page } from '@playwright/test';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest } from '../support/dashboards.ts';
import { largePhoto, photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

declare global {
  interface Window {
    /** Lets the canvas hand out the photos that it has shrunk. */
    releasePhotos?: () => void;
  }
}

/** Holds every photo that is being shrunk until `release` is called. */
async function holdShrinking(page: Page) {
  await page.addInitScript(() => {
    const held = new Promise<void>((resolve) => {
      window.releasePhotos = resolve;
    });
    const original = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function (callback, ...rest) {
      void held.then(() => original.call(this, callback, ...rest));
    };
  });
  return { release: () => page.evaluate(() => window.releasePhotos?.()) };
}

test('a work order waits for photos that are still being shrunk, and sends all of them', async ({ page, api }) => {
  const technician = await api.person('technician');
  const request = await api.request();
  await api.office(contract.requests.assign, { ...pathOf(request), body: { technician_id: technician.id } });
  const shrinking = await holdShrinking(page);
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  const input = dialog.locator('input[type=file][multiple]');
  const update = dialog.getByRole('button', { name: 'Update Request' });
  await expect(update).toBeEnabled();

  await input.setInputFiles(largePhoto('IMG_2041.png'));
  await expect(dialog.getByText('Preparing photos')).toBeVisible();
  await expect(update).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Add Photos' })).toBeDisabled();
  // A second choice while the first one is under way, as a slow camera app hands it over.
  await input.setInputFiles(photo('panel.png'));
  await expect(dialog.getByRole('list', { name: 'Photos to send' })).toBeHidden();

  await shrinking.release();
  await expect(dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')).toHaveText([
    'IMG_2041.jpg',
    'panel.png',
  ]);
  await expect(dialog.getByText('Preparing photos')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Add Photos' })).toBeEnabled();
  await update.click();
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();

  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved.files.map(({ file_name }) => file_name).toSorted()).toEqual(['IMG_2041.jpg', 'panel.png']);
});
