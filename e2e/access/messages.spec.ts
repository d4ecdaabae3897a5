import { expectAccessible } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { banner, field, fill, form, open, SUBMIT, send } from '../support/contact-form.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { messageDialog, messageRow, messagesOf } from '../support/message-lists.ts';
import { answer, callTo, hold, succeed, withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /status of (400|404|409|500)/ });

const LIST = callTo(contract.contact.list);

test(
  'Contact messages: the list while it loads, full, empty and failed',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const { address, sent } = await messagesOf(api, 3, { phone: '(407) 555-0142' });
    const [first, second] = sent;
    for (const [one, status] of [
      [first, 'contacted'],
      [second, 'resolved'],
    ] as const) {
      await api.office(contract.contact.setStatus, { ...pathOf(one), body: { status } });
    }
    const release = await hold(page, LIST);
    await openAs(page, await api.staff('admin'), address);
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByRole('button', { name: /^View message from/ })).toHaveCount(3);
    await expectAccessible(page);

    const none = { total: 0, new: 0, contacted: 0, resolved: 0, spam: 0 };
    const empty = { contacts: [], counts: none, matched: 0, more_match: false, total: 0, page: 1, limit: 25 };
    await page.route(LIST, (route) => succeed(route, contract.contact.list, { data: empty }));
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect(page.getByText('No contact messages yet')).toBeVisible();
    await expectAccessible(page);
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    await page.unroute(LIST);
    await page.route(LIST, (route) => answer(route, 500, {}));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load contact messages');
    await expectAccessible(page);
  },
);

test('A contact message: its dialog, the question, a conflict, the end, and what an auditor reads', {
  tag: '@phone',
}, async ({ page, api }) => {
  const { word, address, sent } = await messagesOf(api, 2);
  const [one, gone] = sent;
  if (!one || !gone) throw new Error('there are no messages');
  await openAs(page, await api.staff('admin'), address);
  const view = ({ name }: { name: string }) => page.getByRole('button', { name: `View message from ${name}` }).click();
  const dialog = messageDialog(page, one);
  await view(one);
  await expect(dialog.getByText('User agent')).toBeVisible();
  await dialog.getByRole('button', { name: 'Contacted' }).click();
  await expect(dialog.getByText('Status updated successfully')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete Contact' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this contact message?' });
  await expect(question).toContainText('This action cannot be undone!');
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await dialog.getByLabel('Admin notes').fill('Mine');
  await api.office(contract.contact.setNotes, { ...pathOf(one), body: { notes: 'Theirs' } });
  await dialog.getByRole('button', { name: 'Save Notes' }).click();
  await expect(dialog.getByRole('row', { name: /Admin notes/ })).toContainText('Theirs');
  await expectAccessible(page, dialog);
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(dialog.getByText('Notes updated successfully')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await view(gone);
  const lost = messageDialog(page, gone);
  await lost.getByLabel('Admin notes').fill('Half an hour of typing');
  await api.office(contract.contact.remove, pathOf(gone));
  await lost.getByRole('button', { name: 'Save Notes' }).click();
  await expect(lost.getByText('This message was deleted while you had it open.')).toBeVisible();
  await expectAccessible(page, lost);

  await openAs(page, await api.staff('auditor'), `/dashboard/auditor/contacts?search=${word}`);
  await view(one);
  await expect(dialog.getByText('Mine')).toBeVisible();
  await expectAccessible(page, dialog);
});

test('Contact messages: the menu of a status, a selection, the shortcuts and a message with Undo', async ({
  page,
  api,
}) => {
  const { address, sent } = await messagesOf(api, 2);
  const [one] = sent;
  if (!one) throw new Error('there is no message');
  await openAs(page, await api.staff('admin'), address);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected messages' });
  await bar.getByRole('button', { name: 'Set Status' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('listbox').getByRole('option', { name: 'Resolved' }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expect(messageRow(page, one)).toContainText('Resolved');
  await expectAccessible(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Next message')).toBeVisible();
  await expectAccessible(page, sheet);
});

test('The contact form: empty fields, refused ones, and the thanks', { tag: '@phone' }, async ({ page }, info) => {
  await open(page);
  await send(page).click();
  await expect(form(page).getByText('Message is required')).toBeVisible();
  await expectAccessible(page);
  const details = [{ field: 'email', message: 'This address does not take mail' }];
  await page.route(SUBMIT, (route) => answer(route, 400, { error: 'invalid', message: 'Not valid', details }));
  await fill(page);
  await send(page).click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('This address does not take mail');
  if (!isOnPhone(info)) await expectAccessible(page, form(page));
  await page.unroute(SUBMIT);
  await page.route(SUBMIT, (route) =>
    succeed(route, contract.contact.submit, { success: true, message: 'Thank you.' }),
  );
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await fill(page);
  await send(page).click();
  await expect(banner(page)).toBeVisible();
  await page.clock.resume();
  await expectAccessible(page);
});
