import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectMessages, messageDialog, messageRow, messagesOf } from '../support/message-lists.ts';
import { message } from '../support/request-lists.ts';

test('A message is found, opened, set and resolved by keys alone', async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 3);
  const [first, second, third] = sent;
  if (!first || !second || !third) throw new Error('there are no messages');
  await openAs(page, await api.staff('admin'), address);
  await expectMessages(page, 3);
  const key = (name: string) => page.keyboard.press(name);
  await key('j');
  await expect(messageRow(page, first)).toBeFocused();
  await key('ArrowDown');
  await key('j');
  await key('j');
  await expect(messageRow(page, third)).toBeFocused();
  await key('k');
  await expect(messageRow(page, second)).toBeFocused();

  await key('Enter');
  await expect(messageDialog(page, second).getByLabel('Admin notes')).toBeVisible();
  // The keys of the dialog lead through the list; the rows behind it stay as they are.
  await key('j');
  await expect(messageDialog(page, third).getByLabel('Admin notes')).toBeVisible();
  await key('x');
  await key('k');
  await expect(messageDialog(page, second).getByLabel('Admin notes')).toBeVisible();
  await key('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(messageRow(page, second)).toBeFocused();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await key('s');
  await expect(page.getByRole('listbox')).toBeVisible();
  await key('Escape');
  await expect(messageRow(page, second)).toBeFocused();

  await key('s');
  await page.keyboard.type('spam');
  await key('Enter');
  await expect(messageRow(page, second)).toContainText('Spam');
  await expect(message(page, 'Status updated successfully')).toBeVisible();
  await expect(messageRow(page, third).getByRole('button', { name: /^Change status/ })).toBeFocused();
  await key('z');
  await expect(message(page, 'Undone')).toBeVisible();
  await expect(messageRow(page, second)).toContainText('New');

  await key('k');
  await key('k');
  await key('r');
  await expect(messageRow(page, first)).toContainText('Resolved');
  await expect(messageRow(page, second)).toBeFocused();
  await key('x');
  await key('Shift+J');
  await expect(page.getByRole('region', { name: 'Selected messages' })).toContainText('2 selected');
  await key('r');
  await expect(message(page, '2 messages updated')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Resolved' })).toHaveCount(3);
  await key('x');
  await key('Escape');
  await expect(page.getByRole('region', { name: 'Selected messages' })).toHaveCount(0);
});

test('The shortcuts are listed by ?, and an auditor gets those that change nothing', async ({ page, api }) => {
  const { word, sent, address } = await messagesOf(api, 2);
  await openAs(page, await api.staff('admin'), address);
  await expectMessages(page, 2);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(sheet.getByText('Next message')).toBeVisible();
  await expect(sheet.getByText('Close the message')).toBeVisible();
  await expect(sheet.getByText('Resolve the message, or all selected ones')).toBeVisible();

  await openAs(page, await api.staff('auditor'), `/dashboard/auditor/contacts?search=${word}`);
  await expectMessages(page, 2);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(sheet.getByText('Next message')).toBeVisible();
  await expect(sheet.getByText(/Resolve/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  for (const key of ['j', 'x', 's', 'r']) await page.keyboard.press(key);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const [first] = sent;
  if (!first) throw new Error('there is no message');
  const dialog = messageDialog(page, first);
  await expect(dialog.getByText('User agent')).toBeVisible();
  await page.keyboard.press('r');
  await expect(dialog.getByText('New', { exact: true })).toBeVisible();
});

test('Ctrl and Enter save the notes that are being written', async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 1);
  const [first] = sent;
  if (!first) throw new Error('there is no message');
  await openAs(page, await api.staff('admin'), address);
  await page.getByRole('button', { name: `View message from ${first.name}` }).click();
  const notes = messageDialog(page, first).getByLabel('Admin notes');
  await notes.fill('Calls back');
  await notes.press('Enter');
  await notes.press('Control+Enter');
  await expect(page.getByText('Notes updated successfully')).toBeVisible();
  expect((await api.office(contract.contact.get, pathOf(first))).data.contact.notes).toBe('Calls back');
});

test.describe('Ten messages are read and resolved', () => {
  for (const by of ['keys', 'mouse'] as const) {
    test(`with ${by === 'keys' ? 'twelve keys' : 'eleven clicks'}`, async ({ page, api }) => {
      const { sent, address } = await messagesOf(api, 10);
      const [first] = sent;
      if (!first) throw new Error('there is no message');
      await openAs(page, await api.staff('admin'), address);
      await expectMessages(page, 10);
      let actions = 0;
      const key = async (name: string) => {
        actions += 1;
        await page.keyboard.press(name);
      };
      const click = async (name: RegExp) => {
        actions += 1;
        await page.getByRole('button', { name }).click();
      };
      if (by === 'keys') {
        await key('j');
        await key('Enter');
      } else await click(new RegExp(`^View message from ${first.name}$`));
      for (const one of sent) {
        await expect(messageDialog(page, one).getByText(one.message)).toBeVisible();
        await (by === 'keys' ? key('r') : click(/^Resolve and (next|close)$/));
      }
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: 'Resolved' })).toHaveCount(10);
      expect(actions).toBe(by === 'keys' ? 12 : 11);
      await page.reload();
      await expect(page.getByRole('row').filter({ hasText: 'Resolved' })).toHaveCount(10);
    });
  }
});
