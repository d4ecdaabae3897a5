import { expect, type Locator, type Page } from '@playwright/test';

/** Closes a work order whose update waits. */
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
    window.setTimeout = ((run: () => void, ms = 0) => (ms < 5_000 ? setTimeout(run, ms) : 0)) as typeof setTimeout;
  });
