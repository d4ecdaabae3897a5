import { expectAccessible } from '../support/accessibility.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectCount, message, requestsOf, tableRow } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';

test('A request is found, opened, assigned and moved on by keys alone', async ({ page, api }) => {
  const technician = await api.account('technician', 'Quentin Quick');
  const { word, requests } = await requestsOf(api, 3);
  const [first, second, third] = requests;
  if (!first || !second || !third) throw new Error('there are no requests');
  await openAs(page, await api.staff('admin'), PATH);
  await expect(page.getByText(/^\d[\d,]* of \d/)).toBeVisible();
  const key = (name: string) => page.keyboard.press(name);
  await key('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  // Letters are text in a field.
  await page.keyboard.type(`${word} jkasx?`);
  await expect(page.getByText('No requests match your filters')).toBeVisible();
  for (let letter = 0; letter < 7; letter += 1) await key('Backspace');
  await expectCount(page, 3);
  await key('Tab');
  await page.locator('main').focus();

  await key('j');
  await expect(tableRow(page, first)).toBeFocused();
  await key('ArrowDown');
  await key('j');
  await expect(tableRow(page, third)).toBeFocused();
  await key('j');
  await expect(tableRow(page, third)).toBeFocused();
  await key('k');
  await expect(tableRow(page, second)).toBeFocused();

  await key('Enter');
  const dialog = page.getByRole('dialog', { name: new RegExp(second.external_id) });
  await expect(dialog).toBeVisible();
  // Nothing moves behind a dialog.
  await key('k');
  await key('x');
  await key('Escape');
  await expect(dialog).toBeHidden();
  await expect(tableRow(page, second)).toBeFocused();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await key('a');
  await page.keyboard.type('quentin q');
  await expect(page.getByRole('option', { name: technician.name }).first()).toHaveAttribute('aria-selected', 'true');
  await key('Enter');
  await expect(tableRow(page, second)).toContainText(technician.name);
  await expect(message(page, 'Request assigned successfully!')).toBeVisible();
  await key('z');
  await expect(message(page, 'Undone')).toBeVisible();
  await expect(tableRow(page, second)).toContainText('Unassigned');

  await key('s');
  await key('End');
  await key('Enter');
  await expect(tableRow(page, second)).toContainText('Cancelled');
  await key('ArrowUp');
  await expect(tableRow(page, first)).toBeFocused();

  await key('x');
  await key('Shift+J');
  await expect(page.getByRole('region', { name: 'Selected requests' })).toContainText('2 selected');
  await key('s');
  await page.keyboard.type('progr');
  await key('Enter');
  await expect(message(page, '2 requests updated')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'In Progress' })).toHaveCount(2);
  // The focus is back in the list, although the bar is gone.
  await expect(tableRow(page, second)).toBeFocused();
  await key('x');
  await key('Escape');
  await expect(page.getByRole('region', { name: 'Selected requests' })).toHaveCount(0);
});

test('The shortcuts are listed by ? and by a button, and can be switched off', async ({ page, api }) => {
  const { word, requests } = await requestsOf(api, 1);
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 1);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await sheet.getByRole('switch', { name: 'Use keyboard shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const row = tableRow(page, requests[0] ?? { external_id: '' });
  for (const key of ['j', 'x', '?']) await page.keyboard.press(key);
  await expect(sheet).toBeHidden();
  await expect(row).not.toBeFocused();
  await page.reload();
  await expectCount(page, 1);
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await sheet.getByRole('switch', { name: 'Use keyboard shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
});

test('Ctrl and letters stay the browser’s, and Enter stays with a focused button', async ({ page, api }) => {
  const { word, requests } = await requestsOf(api, 2);
  const [first] = requests;
  if (!first) throw new Error('there is no request');
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 2);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Alt+s');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.getByRole('button', { name: `Copy ${first.external_id}` }).focus();
  await page.keyboard.press('Enter');
  await expect(message(page, 'Copied')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
