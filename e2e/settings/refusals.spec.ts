import { contract } from '../support/calls.ts';
import { expect, openAs } from '../support/fixtures.ts';
import { callTo, withoutLive } from '../support/network.ts';
import { discard, field, SETTINGS, save, saved, test } from '../support/settings.ts';

// A server has one set of details, so these tests run one after the other.
test.describe.configure({ mode: 'default' });

test('Invalid details are named beside their fields, and nothing is stored', async ({ page, api, desk }) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  const before = await desk.read();
  await field(page, 'Tagline').fill(' ');
  await field(page, 'Emergency phone').fill('ask for Dana');
  await field(page, 'Email').fill('service');
  await field(page, 'Country').fill('us');
  await page.getByLabel('Tuesday closes').fill('07:00');
  await page.getByLabel('Wednesday opens').fill('');
  await page.getByRole('button', { name: 'Add Closed Day' }).click();
  await page.getByRole('button', { name: 'Add Link' }).click();
  await page.getByRole('list', { name: 'Links' }).getByLabel('Address').fill('http://social.example');
  await save(page).click();
  for (const text of [
    'Tagline is required',
    'Please enter a phone number like (407) 555-0142',
    'Please enter a valid email address',
    'Please enter two letters like US',
    'Must be after the opening time',
    'Please enter a time',
    'Please enter a valid date',
    'Please say why',
    'Name is required',
    'Please enter an address that starts with https://',
    'Please fix the errors in the form.',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(field(page, 'Tagline')).toBeFocused();
  await field(page, 'Tagline').fill('Poles, panels and signs');
  await expect(page.getByText('Tagline is required')).toBeHidden();
  expect(await desk.read()).toEqual(before);

  await discard(page).click();
  await page.getByLabel('Monday closes').fill('06:00');
  await save(page).click();
  await expect(page.getByLabel('Monday closes')).toBeFocused();

  await discard(page).click();
  await expect(page.getByText('Please fix the errors in the form.')).toBeHidden();
  await expect(page.getByLabel('Wednesday opens')).toHaveValue('07:30');
  await expect(page.getByRole('list', { name: 'Links' })).toHaveCount(0);
  await expect(save(page)).toBeDisabled();
});

test('Leaving the screen asks before it discards changes', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  await field(page, 'Tagline').fill('Half a thought');
  const users = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^User/ });
  await users.click();
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(field(page, 'Tagline')).toHaveValue('Half a thought');

  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;

  await users.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
});

test.describe('When the server refuses', () => {
  test.use({ allowConsole: /400|500/ });

  test('single fields, its texts stand beside them; when it fails, the input stays, and saving again works', async ({
    page,
    api,
  }) => {
    await openAs(page, await api.staff('admin'), SETTINGS);
    await page.route(callTo(contract.settings.get), (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: {
              error: 'validation_failed',
              message: 'Please fix the errors in the form.',
              details: [
                { field: 'hours.monday.closes', message: 'Not on a Monday' },
                { field: 'closures.0.date', message: 'Not that day' },
              ],
            },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Add Closed Day' }).click();
    await page.getByLabel('Date').fill('2026-12-25');
    await page.getByLabel('Reason').fill('Christmas Day');
    await save(page).click();
    await expect(page.getByText('Not on a Monday')).toBeVisible();
    await expect(page.getByText('Not that day')).toBeVisible();
    await expect(page.getByLabel('Date')).toHaveValue('2026-12-25');
    // The server's texts do not keep the corrected form from being sent.
    await page.unroute(callTo(contract.settings.get));
    await page.getByLabel('Date').fill('2026-12-26');
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await field(page, 'Tagline').fill('Poles and panels');
    await page.route(callTo(contract.settings.get), (route) => route.fulfill({ status: 500, json: {} }));
    await save(page).click();
    await expect(page.getByText('Failed to save settings')).toBeVisible();
    await expect(field(page, 'Tagline')).toHaveValue('Poles and panels');
    await page.unroute(callTo(contract.settings.get));
    await save(page).click();
    await expect(saved(page)).toBeVisible();
  });

  test('to send the details, the screen offers to try again', async ({ page, api }) => {
    // Live updates would load it again before the press.
    await withoutLive(page);
    await page.route(callTo(contract.settings.get), (route) => route.fulfill({ status: 500, json: {} }));
    await openAs(page, await api.staff('admin'), SETTINGS);
    await expect(page.getByText('Failed to fetch settings')).toBeVisible();
    await page.unroute(callTo(contract.settings.get));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(field(page, 'Tagline')).toBeVisible();
  });
});
