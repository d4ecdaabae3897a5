import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { type Api, customer } from './api.ts';
import { contract } from './calls.ts';
import { expect } from './fixtures.ts';
import { callTo } from './network.ts';

export const CREATE = callTo(contract.requests.create);

/** Fills in what is required, as a customer would. */
export async function fillIn(page: Page, title: string): Promise<void> {
  const who = customer();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill(who.description);
  await page.getByLabel('Name', { exact: true }).fill(who.customerName);
  await page.getByLabel('Email').fill(who.customerEmail);
  await page.getByLabel('Phone').fill(who.customerPhone);
  await page.getByLabel('Service address').fill(who.customerAddress);
}

export const fileInput = (page: Page) => page.locator('input[type=file]');
export const chosenFiles = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' }).click();
export const received = (page: Page) =>
  expect(page.getByRole('heading', { name: /^Request (received|entered)$/ })).toBeVisible();

/** Opens the form and waits for its hydration, after which its button works. */
export async function openForm(page: Page, path: string = paths.request()): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
}

/** The number of requests with this title. */
export async function countOf(office: Api['office'], title: string): Promise<number> {
  const { matched } = await office(contract.requests.list, { query: { search: title } });
  return matched;
}

/** Waits until the browser's database holds this number of the drafts' files, which a reload then brings back. */
export async function expectKeptFiles(page: Page, count: number): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      // Opening a database that does not exist would create it without its store.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'keyval-store')) return 0;
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open('keyval-store'));
      // A visitor's draft has this key, and each of the office's begins with it.
      const keys = IDBKeyRange.bound('request_draft_files', 'request_draft_files;');
      const drafts: unknown[] = await done(database.transaction('keyval').objectStore('keyval').getAll(keys));
      database.close();
      return drafts.flat().length;
    });
  await expect.poll(kept).toBe(count);
}
