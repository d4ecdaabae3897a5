import type { Page } from '@playwright/test';
import { PASSWORD, type Person } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';

/** Opens a message in this tab and begins a note. */
async function beginNote(page: Page, person: Person, messageId: number) {
  await openAs(page, person, `/dashboard/admin/contacts?contactId=${messageId}`);
  const notes = page.getByLabel('Admin notes');
  await notes.fill('Half a thought');
  page.on('dialog', (dialog) => {
    throw new Error(`The browser asked: ${dialog.type()}`);
  });
  return notes;
}

/** Signs in with this token in another tab of the same browser. */
async function signInElsewhere(page: Page, token: string) {
  const other = await page.context().newPage();
  await other.goto('/about');
  await other.evaluate((value) => localStorage.setItem('auth_token', value), token);
}

test('A sign-in by somebody else in another tab makes this tab theirs', async ({ page, api }) => {
  const [ada, bob] = [await api.person('admin'), await api.person('admin')];
  const notes = await beginNote(page, ada, (await api.message()).id);
  await signInElsewhere(page, bob.token);
  await expect(page.getByRole('button', { name: bob.name })).toBeVisible();
  await expect(notes).not.toHaveValue('Half a thought');
  await page.goto('/dashboard/admin');
  await expect(page.getByText(bob.name).first()).toBeVisible();
});

test('A new sign-in by the same person in another tab changes nothing in this one', async ({ page, api }) => {
  const ada = await api.person('admin');
  const notes = await beginNote(page, ada, (await api.message()).id);
  const body = { email: ada.email, password: PASSWORD };
  const { token } = await api.office(contract.auth.login, { body });
  const asked = page.waitForResponse(callTo(contract.auth.me));
  await signInElsewhere(page, token);
  await asked;
  await expect(notes).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(page.getByText('Notes updated successfully')).toBeVisible();
});
