import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The row of a request, in the table of a desktop or among the cards of a phone. */
export const rowOf = (page: Page, text: string): Locator =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: text })
    .filter({ has: page.getByRole('button') });

/** Opens a request's dialog from the list. */
export async function openRequest(
  page: Page,
  button: 'View Details' | 'Work on it',
  externalId: string,
): Promise<Locator> {
  await page.getByRole('button', { name: `${button}: ${externalId}` }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`Request #${externalId}`) });
  await expect(dialog).toBeVisible();
  // The list names the dialog before its details are there.
  await expect(dialog.getByRole('status', { name: 'Loading request' })).toBeHidden();
  return dialog;
}

/** Waits until a dialog says that it is saved, and closes it sooner than it would close by itself. */
export async function closeSaved(dialog: Locator, text: string): Promise<void> {
  await expect(dialog.getByText(text)).toBeVisible();
  await dialog.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Draws a signature with the mouse, as a finger would. */
export async function sign(page: Page, dialog: Locator): Promise<void> {
  const paper = dialog.getByRole('img', { name: /Signature area/ });
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  if (!box) throw new Error('the signature area is not on the screen');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.6));
  await page.mouse.down();
  for (const [x, y] of [
    [0.3, 0.3],
    [0.4, 0.7],
    [0.5, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 4 });
  }
  await page.mouse.up();
  await expect(dialog.getByRole('img', { name: 'Signature area, signed' })).toBeVisible();
}
