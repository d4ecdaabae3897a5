import { expectAccessible } from '../support/accessibility.ts';
import { customer, unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

test.describe('The palette', () => {
  test('finds a request by its tracking ID and opens it, by keyboard alone, and returns the focus', async ({
    page,
    api,
  }) => {
    const request = await api.request();
    await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
    await page.keyboard.press('Control+k');
    // The user does not wait for the dialog.
    await page.keyboard.type('mana');
    const find = page.getByRole('dialog', { name: 'Find' });
    const field = find.getByRole('combobox', { name: 'Find' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('mana');
    await expect(find.getByRole('option', { name: 'User Management' })).toBeVisible();
    await expectAccessible(page);
    await field.fill('');
    await page.keyboard.type(request.external_id.toLowerCase());
    await expect(find.getByRole('option')).toHaveText([new RegExp(request.title)]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: new RegExp(`Request #${request.external_id}`) })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    // While it fades out, Escape is still its own.
    await expect(find).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const button = page.getByRole('button', { name: /^Find/ });
    await button.focus();
    await page.keyboard.press('Control+k');
    await expect(find.getByRole('combobox', { name: 'Find' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  test('finds requests and customers by title, name and phone', { tag: '@phone' }, async ({ page, api }) => {
    const word = unique('Palette');
    const phone = `(407) 555-${String(Date.now()).slice(-4)}${process.pid}`;
    const { external_id } = await api.request({
      ...customer(),
      customerName: word,
      customerPhone: phone,
      title: `${word} title`,
    });
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
    await page.getByRole('button', { name: /^Find/ }).click();
    const find = page.getByRole('dialog', { name: 'Find' });
    await find.getByRole('combobox', { name: 'Find' }).fill(word);
    await expect(find.getByRole('group', { name: 'Requests' }).getByRole('option')).toHaveText([
      new RegExp(external_id),
    ]);
    await expect(find.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveText([new RegExp(word)]);
    await expectAccessible(page);
    await find.getByRole('combobox', { name: 'Find' }).fill(phone);
    await expect(find.getByRole('option')).toHaveText([new RegExp(word)]);
    await find.getByRole('combobox', { name: 'Find' }).fill('no such thing anywhere');
    await expect(find.getByText('Nothing found')).toBeVisible();
  });

  test('jumps to a screen', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    await page.getByRole('button', { name: /^Find/ }).click();
    const find = page.getByRole('dialog', { name: 'Find' });
    await find.getByRole('combobox', { name: 'Find' }).fill('settings');
    await find.getByRole('option', { name: 'Settings' }).click();
    await expect(page).toHaveURL(/\/dashboard\/admin\/settings$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('says that the search failed', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    await page.getByRole('button', { name: /^Find/ }).click();
    await page.route('**/api/customers?*', (route) => route.fulfill({ status: 500, json: {} }));
    const find = page.getByRole('dialog', { name: 'Find' });
    await find.getByRole('combobox', { name: 'Find' }).fill('lamp');
    await expect(find.getByText('The search failed. Type again to retry.')).toBeVisible();
  });

  test('is not there for a technician', async ({ page, api }) => {
    await openAs(page, await api.staff('technician'), '/dashboard/technician');
    await expect(page.getByRole('heading', { name: 'Technician Dashboard' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Find/ })).toBeHidden();
  });
  test.use({ allowConsole: /status of 500/ });
});
