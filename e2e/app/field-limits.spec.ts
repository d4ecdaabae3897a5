import type { Locator, Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { fillIn, openForm, received, submit } from '../support/request-form.ts';

/** Inserts the text as a paste does. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((_, words) => document.execCommand('insertText', false, words), text);
}

test('A pasted text over the limit stays whole, and the field says how much is too many', async ({ page }) => {
  await openForm(page);
  await fillIn(page, unique('Long '));
  const field = page.getByLabel('Description');
  await field.fill('');
  const text = `${'a long story '.repeat(400)}the end`;
  await paste(field, text);
  await expect(field).toHaveValue(text);
  await expect(page.getByText(`${text.length - 5000} characters too many: at most 5000 fit.`)).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await submit(page);
  await expect(field).toBeFocused();
  // The text is kept with the draft, and the remark shows after a reload as well.
  await page.reload();
  await expect(page.getByText('characters too many')).toBeVisible();
  await field.fill(`${'x'.repeat(5000)}y`);
  await expect(page.getByText('1 character too many: at most 5000 fit.')).toBeVisible();
  await field.press('End');
  await field.press('Backspace');
  await expect(page.getByText('too many')).toBeHidden();
  await submit(page);
  await received(page);
});

test('Start over also removes the remark about the length', async ({ page }) => {
  await openForm(page);
  await paste(page.getByLabel('Title'), 'x'.repeat(151));
  await expect(page.getByText('1 character too many: at most 150 fit.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 character too many')).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText('too many')).toBeHidden();
});

/** No field of the open page has a maximum length, which would cut off a paste. */
const uncut = (page: Page) => expect(page.locator('input[maxlength], textarea[maxlength]')).toHaveCount(0);

test('No field of the public forms cuts off a pasted text', async ({ page }) => {
  for (const path of ['/request', '/track', '/login', '/contact']) {
    await page.goto(path);
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await uncut(page);
  }
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  const name = page.getByLabel('Name', { exact: true });
  await paste(name, 'n'.repeat(103));
  await expect(name).toHaveValue('n'.repeat(103));
  await expect(page.getByText('3 characters too many: at most 100 fit.')).toBeVisible();
});

test('The forms of the request dialog keep a pasted text over the limit', async ({ page, api }) => {
  const request = await api.request();
  await openAs(
    page,
    await api.staff('admin'),
    `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`,
  );
  const dialog = page.getByRole('dialog');
  for (const tab of ['Assignment', 'Status']) {
    await dialog.getByRole('tab', { name: tab }).click();
    const notes = dialog.getByRole('textbox', { name: 'Notes (optional)' });
    await paste(notes, 'n'.repeat(2010));
    await expect(notes).toHaveValue('n'.repeat(2010));
    await expect(dialog.getByText('10 characters too many: at most 2000 fit.')).toBeVisible();
    await uncut(page);
    await notes.fill('');
  }
});

test('A search that is too long leaves the list unchanged and says so', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect(search).toBeVisible();
  await paste(search, 's'.repeat(201));
  await expect(search).toHaveValue('s'.repeat(201));
  await expect(page.getByText('1 character too many: at most 200 fit.')).toBeVisible();
  await search.blur();
  await expect(page).not.toHaveURL(/search=/);
  await search.press('End');
  await search.press('Backspace');
  await expect(page).toHaveURL(/search=s/);
  await uncut(page);
});
