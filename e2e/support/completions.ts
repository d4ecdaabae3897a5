import type { Locator, Page } from '@playwright/test';
import type { Api, SubmittedRequest } from './api.ts';
import { contract, pathOf } from './calls.ts';
import { sign } from './dashboards.ts';
import { photo } from './files.ts';
import { expect } from './fixtures.ts';
import { callTo } from './network.ts';

/** Whether a call is the one that a work order sends. */
export const isUpdate = ({ method, url }: { method: string; url: string }) =>
  method === 'PATCH' && callTo(contract.requests.updateWithFiles).test(url);

export const dialogOf = (page: Page, { external_id }: SubmittedRequest) =>
  page.getByRole('dialog', { name: new RegExp(external_id) });

export const photosIn = (dialog: Locator) => dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem');

/** Fills in a whole completion: photos, a signature, a rating and texts. */
export async function complete(page: Page, dialog: Locator, photos: readonly string[]): Promise<void> {
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByLabel('Notes').fill('Four ballasts replaced.');
  await dialog
    .locator('input[type=file][multiple]')
    .setInputFiles(photos.map((name, i) => photo(name, [20, 120, (60 * i) % 256])));
  await sign(page, dialog);
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  await dialog.getByLabel(/feedback/i).fill('Bright as day.');
  await expect(photosIn(dialog)).toHaveText([...photos]);
}

/** The completion of `complete` is at the office, and nothing of it twice. */
export async function expectSavedOnce(api: Api, request: SubmittedRequest, photos: readonly string[]): Promise<void> {
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved).toMatchObject({ status: 'completed', rating: 5, customer_notes: 'Bright as day.' });
  expect(saved.notes.match(/Four ballasts replaced\./g)).toHaveLength(1);
  expect(saved.files.map(({ file_name }) => file_name)).toEqual([...photos]);
  expect(saved.signature).not.toBeNull();
  expect(saved.evidence).toHaveLength(1);
  expect(saved.history.filter(({ change, to }) => change === 'status' && to === 'completed')).toHaveLength(1);
}
