import { expect, type Locator, type Page } from '@playwright/test';

/** What a work order says while its update waits for a connection. */
export const WAITS = 'Saved on this device. It is sent when there is a connection.';

/** Closes a work order whose update waits. Nothing is asked: it is kept. */
export async function closeWaiting(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close work order' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Closes a work order that is begun, and keeps what was entered. */
export async function keepForLater(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep for later' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Keeps the page from trying again by itself: only the user sends what waits. Called before the page opens. */
export const sendByHandOnly = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    // The shortest wait for the next try is 5 seconds.
    window.setTimeout = ((run: () => void, ms = 0, ...given: []) =>
      ms < 5_000 ? setTimeout(run, ms, ...given) : 0) as typeof setTimeout;
  });
