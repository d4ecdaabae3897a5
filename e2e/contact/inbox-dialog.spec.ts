import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectMessages, messageDialog, messageRow, messagesOf } from '../support/message-lists.ts';
import { callTo, withoutLive } from '../support/network.ts';
import { message } from '../support/request-lists.ts';

test.beforeEach(({ page }) => withoutLive(page));

test('The dialog shows the whole of a message and its notes, of which the list has the beginning', async ({
  page,
  api,
}) => {
  const end = unique('the-end-');
  const sent = await api.message({ message: `${'dark '.repeat(900)}${end}` });
  await api.office(contract.contact.setNotes, { ...pathOf(sent), body: { notes: `${'called '.repeat(90)}${end}` } });
  // A search finds what the list does not show.
  await openAs(page, await api.staff('admin'), `/dashboard/admin/contacts?search=${end}`);
  await expectMessages(page, 1);
  await expect(messageRow(page, sent)).not.toContainText(end);
  await page.getByRole('button', { name: /^View message from/ }).click();
  const dialog = messageDialog(page, sent);
  await expect(dialog.getByText(new RegExp(`${end}$`)).first()).toBeVisible();
  await expect(dialog.getByLabel('Admin notes')).toHaveValue(new RegExp(`${end}$`));
});

test('"Resolve and next" saves notes first, and leads through a list that loses its rows', async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 2);
  const [first, second] = sent;
  if (!first || !second) throw new Error('there are no messages');
  await openAs(page, await api.staff('admin'), `${address}&status=new`);
  await expectMessages(page, 2);
  await page.getByRole('button', { name: `View message from ${first.name}` }).click();
  const notes = messageDialog(page, first).getByLabel('Admin notes');
  await notes.fill('Called back, r is a letter here.');
  await page.getByRole('button', { name: 'Resolve and next' }).click();
  // The next one opens without a question, and the first one has left the list.
  await expect(messageDialog(page, second).getByLabel('Admin notes')).toHaveValue('');
  await expectMessages(page, 1);
  await page.getByRole('button', { name: 'Resolve and close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('No messages match your filters')).toBeVisible();
  await expect(page.locator('#content')).toBeFocused();
  await openAs(page, await api.staff('admin'), `/dashboard/admin/contacts?contactId=${first.id}`);
  await expect(messageDialog(page, first).getByLabel('Admin notes')).toHaveValue('Called back, r is a letter here.');
  await expect(messageDialog(page, first).getByRole('button', { name: 'Resolved' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('The Undo stands beside the next message, which can be closed meanwhile', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const { sent, address } = await messagesOf(api, 2);
  const [first, second] = sent;
  if (!first || !second) throw new Error('there are no messages');
  await openAs(page, await api.staff('admin'), address);
  const view = page.getByRole('button', { name: `View message from ${first.name}` });
  const resolve = page.getByRole('button', { name: 'Resolve and next' });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await view.click();
  await resolve.click();
  await expect(undo).toBeVisible();
  // Sooner than the message goes away by itself.
  const close = messageDialog(page, second).getByRole('button', { name: 'Close', exact: true });
  await close.click({ timeout: 3_000 });
  await expect(messageRow(page, first)).toContainText('Resolved');
  await undo.click();
  await expect(messageRow(page, first)).toContainText('New');

  await view.click();
  await resolve.click();
  await expect(messageDialog(page, second)).toBeVisible();
  await undo.click();
  await expect(message(page, 'Undone').last()).toBeVisible();
  await expect(messageDialog(page, second)).toBeVisible();
  await close.click();
  await expect(messageRow(page, first)).toContainText('New');

  // The same with the key that the list has for it.
  await view.click();
  await resolve.click();
  await expect(undo).toBeVisible();
  await expect(messageDialog(page, second).getByLabel('Admin notes')).toBeVisible();
  await page.keyboard.press('z');
  await expect(undo).toHaveCount(0);
  await close.click();
  await expect(messageRow(page, first)).toContainText('New');

  // After the last row it goes on from the top. A message that is resolved already is passed over.
  const resolveLast = page.getByRole('button', { name: 'Resolve and close' });
  await page.getByRole('button', { name: `View message from ${second.name}` }).click();
  await expect(messageDialog(page, second).getByLabel('Admin notes')).toBeVisible();
  await resolve.click();
  await expect(messageRow(page, second)).toContainText('Resolved');
  await expect(messageDialog(page, first)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next message' })).toBeEnabled();
  await resolveLast.click();
  await expect(messageRow(page, first)).toContainText('Resolved');
  // Only the newest of the two messages stands.
  await expect(undo).toHaveCount(1);
});

test('A message that has left the list leads to the one in its place', async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 3);
  const [first, second, third] = sent;
  if (!first || !second || !third) throw new Error('there are no messages');
  await openAs(page, await api.staff('admin'), `${address}&status=new`);
  await expectMessages(page, 3);
  await page.getByRole('button', { name: `View message from ${second.name}` }).click();
  const dialog = messageDialog(page, second);
  await expect(dialog.getByText('2 of 3')).toBeVisible();
  await dialog.getByRole('button', { name: 'Contacted' }).click();
  await expectMessages(page, 2);
  await expect(dialog.getByText('2 of 3')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Next message' }).click();
  await expect(messageDialog(page, third).getByText('2 of 2')).toBeVisible();
  await messageDialog(page, third).getByRole('button', { name: 'Previous message' }).click();
  await expect(messageDialog(page, first).getByText('1 of 2')).toBeVisible();
  await messageDialog(page, first).getByRole('button', { name: 'Next message' }).click();
  await messageDialog(page, third).getByText('2 of 2').waitFor();
  await page.keyboard.press('Escape');
  await expect(messageRow(page, third)).toBeFocused();
});

test.describe('When something fails', () => {
  test.use({ allowConsole: /ERR_FAILED/ });

  test('notes that are not saved keep the message open, and a status that is not saved is told and set back', async ({
    page,
    api,
  }) => {
    const { sent, address } = await messagesOf(api, 2);
    const [first, second] = sent;
    if (!first || !second) throw new Error('there are no messages');
    await openAs(page, await api.staff('admin'), address);
    await page.getByRole('button', { name: `View message from ${first.name}` }).click();
    const dialog = messageDialog(page, first);
    await dialog.getByLabel('Admin notes').fill('Half an hour of typing');
    await page.route(callTo(contract.contact.setNotes), (route) => route.abort());
    await dialog.getByRole('button', { name: 'Resolve and next' }).click();
    await expect(dialog.getByText('Failed to update notes')).toBeVisible();
    await expect(dialog.getByLabel('Admin notes')).toHaveValue('Half an hour of typing');
    await page.unroute(callTo(contract.contact.setNotes));
    await page.route(callTo(contract.contact.setStatusOfMany), (route) => route.abort());
    await dialog.getByRole('button', { name: 'Resolve and next' }).click();
    await expect(messageDialog(page, second)).toBeVisible();
    await expect(message(page, 'Failed to update status')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(messageRow(page, first)).toContainText('New');
  });
});
