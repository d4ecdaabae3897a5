import type { Locator, Page } from '@playwright/test';
import { type Api, type SomeOfRequest, unique } from './api.ts';
import { expect } from './fixtures.ts';

/** Submits requests that only one search finds, the first one newest. */
export async function requestsOf(api: Api, count: number, fields: SomeOfRequest = {}) {
  const word = unique('pole');
  return { word, requests: await api.requests(word, count, fields) };
}

/** The row of a request in the table. */
export const tableRow = (page: Page, { external_id }: { external_id: string }): Locator =>
  page.getByRole('row').filter({ hasText: external_id });

/** A message over the head of the page, or the foot on a phone. */
export const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status', { name: 'Messages' }).getByText(text);

/** Waits for the columns of a table with the requests of one technician. */
export const expectColumnsOfOne = (within: Page | Locator) =>
  expect(within.getByRole('columnheader')).toHaveText([
    ...['ID', 'Customer', 'Title', 'Status', 'Priority', 'Created', 'Actions'],
  ]);

/** Waits until the list shows so many requests. */
export const expectCount = (page: Page, count: number) =>
  expect(page.getByRole('button', { name: /^View Details/ })).toHaveCount(count);
