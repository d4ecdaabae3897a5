import type { Locator, Page } from '@playwright/test';
import { type Api, type SentMessage, type SomeOfMessage, unique } from './api.ts';
import { expect } from './fixtures.ts';

const INBOX = '/dashboard/admin/contacts';

/** Sends messages that only one search finds, the first one newest. */
export async function messagesOf(api: Api, count: number, fields: SomeOfMessage = {}) {
  const word = unique('lamp');
  const sent: SentMessage[] = [];
  for (let n = count; n > 0; n -= 1) {
    sent.unshift(
      await api.message({ name: `Sender ${n} of ${word}`, message: `Please look at this, ${word}`, ...fields }),
    );
  }
  return { word, sent, address: `${INBOX}?search=${word}` };
}

/** The row of a message in the table, or its card. */
export const messageRow = (page: Page, { name }: { name: string }): Locator =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: page.getByRole('button', { name: `View message from ${name}` }) });

/** Waits until the list shows so many messages. */
export const expectMessages = (page: Page, count: number) =>
  expect(page.getByRole('button', { name: /^View message from/ })).toHaveCount(count);

export const messageDialog = (page: Page, { name }: { name: string }): Locator =>
  page.getByRole('dialog', { name: `Message from ${name}` });
