import { unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';
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
  await expect.poll(() => dialog.evaluate((all) => all.contains(document.activeElement))).toBe(true);
  // Nothing moves behind a dialog, which leads to the request above; the list goes on with the one that was open last.
  await key('x');
  await key('k');
  const above = page.getByRole('dialog', { name: new RegExp(first.external_id) });
  await expect(above).toBeVisible();
  await key('Escape');
  await expect(above).toBeHidden();
  await expect(tableRow(page, first)).toBeFocused();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await key('j');
  await expect(tableRow(page, second)).toBeFocused();

  // A menu that a key opened gives the row the focus back, so that Enter opens the request.
  await key('a');
  await expect(page.getByRole('listbox')).toBeVisible();
  await key('Escape');
  await expect(tableRow(page, second)).toBeFocused();

  await key('a');
  await page.keyboard.type('quentin q');
  await expect(page.getByRole('option', { name: technician.name }).first()).toHaveAttribute('aria-selected', 'true');
  await key('Enter');
  await expect(tableRow(page, second)).toContainText(technician.name);
  await expect(message(page, 'Request assigned successfully!')).toBeVisible();
  // The next row is at hand at once.
  await expect(tableRow(page, third).getByRole('button', { name: /^Assign/ })).toBeFocused();
  await key('z');
  await expect(message(page, 'Undone')).toBeVisible();
  await expect(tableRow(page, second)).toContainText('Unassigned');

  await key('k');
  await key('s');
  await key('End');
  await key('Enter');
  await expect(tableRow(page, second)).toContainText('Cancelled');
  await expect(tableRow(page, third).getByRole('button', { name: /^Change status/ })).toBeFocused();
  await key('ArrowUp');
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

test('The keyboard stays in the list when its last row leaves it', async ({ page, api }) => {
  const technician = await api.account('technician');
  const { word, requests } = await requestsOf(api, 2);
  const [first, last] = requests;
  if (!first || !last) throw new Error('there are no requests');
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}&assignment=unassigned`);
  await expectCount(page, 2);
  await page.locator('main').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(tableRow(page, last)).toBeFocused();
  await page.keyboard.press('a');
  await page.keyboard.type(technician.name);
  await page.keyboard.press('Enter');
  await expectCount(page, 1);
  await expect(tableRow(page, first)).toBeFocused();
  // Of several messages, each says what it is about.
  await expect(message(page, 'Request assigned successfully!')).toContainText(last.title);
});

test('In an open request a and s lead to its forms, and the new state shows beside the text of success', async ({
  page,
  api,
}) => {
  await withoutLive(page);
  const technician = await api.account('technician', unique('Quinn'));
  const request = await api.request();
  await openAs(page, await api.staff('admin'), `${PATH}?search=${request.external_id}`);
  await expectCount(page, 1);
  const key = (name: string) => page.keyboard.press(name);
  await key('j');
  await key('Enter');
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(dialog.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await key('s');
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toBeFocused();
  // A letter is text in a field.
  const note = dialog.getByRole('textbox', { name: 'Notes (optional)' });
  await note.focus();
  await page.keyboard.type('as');
  await expect(note).toHaveValue('as');
  // A note that is not sent would keep the dialog open.
  await note.fill('');
  await dialog.getByRole('tab', { name: 'Status' }).focus();
  await key('a');
  await expect(dialog.getByRole('combobox', { name: 'Technician' })).toBeFocused();
  await expect(dialog.getByText('Nobody works on this request yet.')).toBeVisible();
  await page.keyboard.type(technician.name);
  await key('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Technician' })).toHaveValue(
    `${technician.name} - ${technician.email}`,
  );
  // Time stands still, so that the dialog stays open with the text of success.
  await page.clock.install();
  await dialog.getByRole('button', { name: 'Assign Technician' }).click();
  await expect(dialog.getByText('Request assigned successfully!')).toBeVisible();
  await expect(dialog.getByText(`Assigned to ${technician.name}.`)).toBeVisible();
  await expect(dialog.getByRole('term').filter({ hasText: 'Assigned To' }).locator('xpath=..')).toContainText(
    technician.name,
  );
  await expect(dialog.getByText('Assigned', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText('Nobody works on this request yet.')).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(dialog).toBeHidden();
});

test('One key undoes four changes, one after the other, and then says that there is nothing more', async ({
  page,
  api,
}) => {
  const technician = await api.account('technician');
  const { word, requests } = await requestsOf(api, 4);
  // The messages hold the changes for ten seconds of the page's clock.
  await page.clock.install();
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 4);
  await page.clock.pauseAt(Date.now() + 60_000);
  const assigned = page.getByRole('row').filter({ hasText: technician.name });
  const expectAssigned = (count: number) =>
    expect
      .poll(async () => {
        await page.clock.runFor(50);
        return assigned.count();
      })
      .toBe(count);
  for (const [index, { external_id }] of requests.entries()) {
    await page.getByRole('button', { name: `Assign ${external_id}` }).click();
    await page.getByRole('listbox').getByRole('option', { name: technician.name }).click();
    await expectAssigned(index + 1);
  }
  for (const left of [3, 2, 1, 0]) {
    await page.keyboard.press('z');
    await expectAssigned(left);
    // The row changes before the server has answered, and only the newest message shows.
    await expect(message(page, /^Undone/)).toHaveCount(4 - left);
  }
  await page.keyboard.press('z');
  // A message comes into sight with the clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return message(page, 'Nothing to undo').isVisible();
    })
    .toBe(true);
});

test('The shortcuts are listed by ? and by a button, and can be switched off', async ({ page, api }) => {
  const { word, requests } = await requestsOf(api, 1);
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 1);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
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

test('Escape closes the dialog right after k, before it shows the other request', async ({ page, api }) => {
  const { word, requests } = await requestsOf(api, 2);
  const [first, second] = requests;
  if (!first || !second) throw new Error('there are no requests');
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 2);
  await page.locator('main').focus();
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 of 2');
  // Both in one moment, so that nothing is rendered in between.
  await dialog.evaluate((element) => {
    for (const key of ['k', 'Escape']) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect(dialog).toBeHidden();
  await expect(tableRow(page, second)).toBeFocused();
});
