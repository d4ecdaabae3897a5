import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';

test.use({ allowConsole: /500/ });

const SETTINGS = '/dashboard/admin/settings';

test('A button has the focus again after a try that failed, so that Enter tries once more', async ({ page, api }) => {
  const CALL = callTo(contract.users.create);
  await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
  await page.getByRole('button', { name: 'Add New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  await dialog.getByLabel('Name').fill('Tess Volt');
  await dialog.getByLabel('Email').fill('tess@volt.example');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('crane-and-copper');
  let tries = 0;
  await page.route(CALL, (route) => {
    tries += 1;
    return route.request().method() === 'POST' ? answer(route, 500, {}) : route.continue();
  });
  const create = dialog.getByRole('button', { name: 'Create User' });
  await create.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(create).toBeFocused();
  const before = tries;
  await page.keyboard.press('Enter');
  await expect.poll(() => tries).toBeGreaterThan(before);
});

test('A button whose work takes long takes the focus from nothing that has it meanwhile', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  const tagline = page.getByRole('textbox', { name: 'Tagline', exact: true });
  const before = await tagline.inputValue();
  const save = page.getByRole('button', { name: 'Save Settings' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(callTo(contract.settings.update), async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await released;
    return answer(route, 500, {});
  });
  await tagline.fill(`${before}, at night as well`);
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(save).toBeDisabled();
  const city = page.getByRole('textbox', { name: 'City' });
  await city.focus();
  release();
  await expect(save).toBeEnabled();
  await expect(city).toBeFocused();
});
