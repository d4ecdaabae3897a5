import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { customer, expect } from './fixtures.ts';

export const CREATE = '**/api/requests/create';

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
export const received = (page: Page) => expect(page.getByRole('heading', { name: 'Request received' })).toBeVisible();

/** The form as it is after hydration: only then does its button work. */
export async function openForm(page: Page, path: string = paths.request()): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
}

type Office = <T>(method: string, path: string) => Promise<T>;

/** How many requests of this title the office has. */
export async function countOf(office: Office, title: string): Promise<number> {
  const { matched } = await office<{ matched: number }>('GET', `/requests?search=${encodeURIComponent(title)}`);
  return matched;
}

/** Waits until the browser's database holds so many files of the draft: a reload before that would come too early. */
export async function expectKeptFiles(page: Page, count: number): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      // Opened before it is there, it would be made without its store.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'keyval-store')) return 0;
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open('keyval-store'));
      const files: unknown = await done(
        database.transaction('keyval').objectStore('keyval').get('request_draft_files'),
      );
      database.close();
      return Array.isArray(files) ? files.length : 0;
    });
  await expect.poll(kept).toBe(count);
}
