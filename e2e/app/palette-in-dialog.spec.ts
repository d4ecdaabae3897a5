import type { Page } from '@playwright/test';
import type { SubmittedRequest } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { requestsOf } from '../support/request-lists.ts';

const dialogOf = (page: Page, { external_id }: { external_id: string }) =>
  page.getByRole('dialog', { name: new RegExp(`Request #${external_id}`) });
const find = (page: Page) => page.getByRole('dialog', { name: 'Find', exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' });

/** Looks for something by the palette, above whatever is open. */
async function lookFor(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await expect(find(page).getByRole('combobox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type(text);
}

test('Ctrl K opens the palette above the dialog of a request; Escape and Back close one at a time', async ({
  page,
  api,
}) => {
  const { word, requests } = await requestsOf(api, 2);
  const [one, two] = requests as [SubmittedRequest, SubmittedRequest];
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
  await page.getByRole('button', { name: `View Details: ${one.external_id}` }).click();
  await expect(dialogOf(page, one).getByRole('tab', { name: 'Details' })).toBeVisible();
  await lookFor(page, two.external_id);
  await expect(find(page).getByRole('option')).toHaveText([new RegExp(two.title)]);
  // It can be pressed, so it is above the dialog.
  await page.keyboard.press('Escape');
  await expect(find(page)).toHaveCount(0);
  await expect(dialogOf(page, one)).toBeVisible();

  await lookFor(page, two.external_id);
  await find(page).getByRole('option').first().click();
  await expect(dialogOf(page, two)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?search=${word}$`));
  await page.goBack();
  await expect(dialogOf(page, one)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`\\?search=${word}$`));
});

test('A choice in the palette asks before what is entered in the dialog is lost', async ({ page, api }) => {
  const { word, requests } = await requestsOf(api, 2);
  const [one, two] = requests as [SubmittedRequest, SubmittedRequest];
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
  await page.getByRole('button', { name: `View Details: ${one.external_id}` }).click();
  await dialogOf(page, one).getByRole('tab', { name: 'Status' }).click();
  const notes = dialogOf(page, one).getByRole('form', { name: 'Status' }).getByLabel(/Notes/);
  await notes.pressSequentially('Half a thought');

  await lookFor(page, 'User Management');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  await expect(find(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(notes).toHaveValue('Half a thought');

  await lookFor(page, two.external_id);
  await expect(find(page).getByRole('option')).toHaveText([new RegExp(two.title)]);
  await page.keyboard.press('Enter');
  await question(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialogOf(page, two)).toBeVisible();
  // The answer was about the first request only.
  await dialogOf(page, two).getByRole('tab', { name: 'Status' }).click();
  await dialogOf(page, two).getByRole('form', { name: 'Status' }).getByLabel(/Notes/).pressSequentially('Another');
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialogOf(page, one)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: `View Details: ${one.external_id}` }).click();
  await expect(dialogOf(page, one).getByRole('tab', { name: 'Details' })).toBeVisible();
  await lookFor(page, 'User Management');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page, one)).toBeVisible();
});
