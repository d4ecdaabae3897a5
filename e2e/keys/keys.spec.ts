import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';

const KEYS = '/dashboard/admin/settings/keys';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New API Key' });
async function fill(page: Page, name: string) {
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('checkbox', { name: 'Requests' }).check();
}
/** The row of the table, or the card on a phone. */
const rowOf = (page: Page, name: string, onPhone: boolean) =>
  page.getByRole(onPhone ? 'listitem' : 'row').filter({ hasText: name });

test(
  'An admin makes a key, copies its secret once, a program reads with it, and the admin ends it',
  { tag: '@phone' },
  async ({ page, api, context, server }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const name = unique('Accounting ');
    await openAs(page, await api.staff('admin'), '/dashboard/admin/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API Keys' }).click();
    await expect(page).toHaveURL(KEYS);
    await page.getByRole('button', { name: 'New Key' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Make Key' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await expect(dialog.getByText('Please choose what the key may read')).toBeVisible();
    await expectAccessible(page, dialog);
    await fill(page, name);
    await dialog.getByLabel('Last Day').fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Make Key' }).click();
    const secret = await dialog.getByLabel('API Key', { exact: true }).inputValue();
    expect(secret).toMatch(/^sb_[\w-]{43}$/);
    await expect(dialog.getByText('It is shown only this once.')).toBeVisible();
    const copy = dialog.getByRole('button', { name: 'Copy', exact: true });
    await expect(copy).toBeFocused();
    await expectAccessible(page, dialog);
    await copy.click();
    await expect(dialog.getByRole('button', { name: 'Copy Again' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    const row = rowOf(page, name, isOnPhone(info));
    await expect(row).toContainText('Requests');
    await expect(row).toContainText('Dec 31, 2099');
    await expect(row).toContainText('Active');
    expect(await page.content()).not.toContain(secret);
    const read = () => fetch(`${server}/api/requests?limit=1`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await read()).status).toBe(200);

    await row.getByRole('button', { name: `End Key ${name}` }).click();
    const question = page.getByRole('dialog', { name: `End the key "${name}"?` });
    // The list was read before the program did.
    const lastUsed = question.getByText('Last used').locator('xpath=following-sibling::dd');
    await expect(lastUsed.getByRole('time')).toBeVisible();
    await expect(row).toContainText('just now');
    await expect(question).toContainText('stops reading at its next call');
    await expect(question).toContainText('Requests');
    await expectAccessible(page, question);
    await question.getByRole('button', { name: 'End Key' }).click();
    await expect(page.getByText(`API key "${name}" ended. Its next call is refused.`)).toBeVisible();
    await expect(row).toContainText('Ended');
    await expect(row.getByRole('button')).toHaveCount(0);
    if (isOnPhone(info)) {
      // Who ended it has a line of its own, and leaves the room to the name.
      const [card, state] = [await row.boundingBox(), await row.getByText('Ended', { exact: true }).boundingBox()];
      await expect(row.getByText(/^Ended by /)).toBeVisible();
      expect((state?.x ?? 0) - (card?.x ?? 0)).toBeGreaterThan((card?.width ?? 0) / 2);
    }
    expect((await read()).status).toBe(401);
    await expectAccessible(page);
  },
);

test('To close without a copy asks first, also by Escape and by Back', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), KEYS);
  await page.getByRole('button', { name: 'New Key' }).click();
  await fill(page, unique('Display '));
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Make Key' }).click();
  const field = dialog.getByLabel('API Key', { exact: true });
  const secret = await field.inputValue();
  const question = page.getByRole('dialog', { name: 'Close without copying the key?' });
  const leave = [
    () => dialog.getByRole('button', { name: 'Done' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ];
  for (const go of leave) {
    await go();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Back to the key' }).click();
    await expect(question).toBeHidden();
    await expect(field).toHaveValue(secret);
  }
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Close without a copy' }).click();
  await expect(dialog).toBeHidden();
  // The next dialog begins anew.
  await page.getByRole('button', { name: 'New Key' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
});

test.describe('What is refused', () => {
  test.use({ allowConsole: /400|409|500/ });
  test('stands at its field or below the form, and what was entered stays', async ({ page, api }) => {
    const name = unique('Display ');
    await api.office(contract.keys.create, { body: { name, scopes: ['requests:read'] } });
    await openAs(page, await api.staff('admin'), KEYS);
    await page.getByRole('button', { name: 'New Key' }).click();
    await fill(page, name);
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Make Key' }).click();
    await expect(dialog.getByText('Another API key has this name')).toBeVisible();
    await dialog.getByLabel('Last Day').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Make Key' }).click();
    await expect(dialog.getByText('The last day must not be in the past')).toBeVisible();
    await dialog.getByLabel('Last Day').fill('');
    await page.route(callTo(contract.keys.create), (route) =>
      // The list has the same address.
      route.request().method() === 'GET'
        ? route.continue()
        : answer(route, 409, { error: 'conflict', message: 'There are 20 API keys. End one to make another.' }),
    );
    await dialog.getByLabel('Name').fill(`${name}2`);
    await dialog.getByRole('button', { name: 'Make Key' }).click();
    await expect(dialog.getByRole('alert')).toContainText('There are 20 API keys.');
    await expect(dialog.getByRole('checkbox', { name: 'Requests' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog', { name: 'Discard unsaved changes?' })).toBeVisible();
  });
});

test.describe('Somebody else', () => {
  test('who is an auditor or a technician does not open the page', async ({ page, api }) => {
    await openAs(page, await api.staff('auditor'), KEYS);
    await expect(page).not.toHaveURL(KEYS);
    await expect(page.getByRole('button', { name: 'New Key' })).toHaveCount(0);
  });
});
