import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type SentMessage, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, readAgain, succeed, withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

const INBOX = '/dashboard/admin/contacts';
const found = ({ email }: SentMessage) => `${INBOX}?search=${encodeURIComponent(email)}`;

async function openMessage(page: Page, { name }: SentMessage): Promise<Locator> {
  await page.getByRole('button', { name: `View message from ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Message from ${name}` });
  await expect(dialog.getByRole('heading', { name: 'Sender' })).toBeVisible();
  return dialog;
}

test.describe('Contact Messages', () => {
  test('lists messages with date, name, links, a preview of 50 characters and the status', {
    tag: '@phone',
  }, async ({ page, api }) => {
    const word = unique('Preview ');
    const sent = await api.message({ phone: '(407) 555-0142', message: `${word} ${'long '.repeat(30)}` });
    await openAs(page, await api.staff('admin'), found(sent));
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: sent.email });
    await expect(row).toContainText(sent.name);
    await expect(row).toContainText('just now');
    await expect(row.getByText('New', { exact: true })).toBeVisible();
    await expect(row.getByRole('link', { name: sent.email })).toHaveAttribute('href', `mailto:${sent.email}`);
    await expect(row.getByRole('link', { name: '(407) 555-0142' })).toHaveAttribute('href', 'tel:+14075550142');
    const preview = await row.getByText(word.trim()).textContent();
    expect(preview).toMatch(/…$/);
    expect(preview?.length).toBeLessThanOrEqual(51);
    await expectNoSidewaysScroll(page);
  });

  test('filters by a card, by the status and by a search, all of it in the address, and reads the list again with Refresh', async ({
    page,
    api,
  }) => {
    const sent = await api.message({ phone: unique('407-') });
    await openAs(page, await api.staff('admin'), INBOX);
    const cards = page.getByRole('list', { name: 'Messages by status' });
    for (const name of [/^Total/, /^New/, /^Contacted/, /^Resolved/]) {
      await expect(cards.getByRole('button', { name })).toHaveText(/\d/);
    }
    await cards.getByRole('button', { name: /^Resolved/ }).click();
    await expect(page).toHaveURL(/status=resolved/);
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('resolved');
    await page.getByRole('searchbox', { name: 'Search' }).fill(sent.email);
    await expect(page).toHaveURL(/search=/);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('New');
    await expect(page.getByRole('button', { name: 'View message from' })).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(sent.email);
    await expect(page.getByRole('button', { name: 'View message from' })).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search' }).fill(unique('Nobody wrote this '));
    await expect(page.getByText('No messages match your filters')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill(sent.message);
    await expect(page.getByText(/^Showing 1 of/)).toBeVisible();
    await cards.getByRole('button', { name: /^Total/ }).click();
    await expect(page).not.toHaveURL(/status=/);

    const word = unique('Fresh ');
    await page.getByRole('searchbox', { name: 'Search' }).fill(word);
    await expect(page.getByText('No messages match your filters')).toBeVisible();
    const fresh = await api.message({ message: `${word} has come in` });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(fresh.email)).toBeVisible();
  });

  test('says that the messages cannot be loaded, and loads them at the next try', async ({ page, api }) => {
    await page.route(callTo(contract.contact.list), (route) => answer(route, 500, {}));
    await openAs(page, await api.staff('admin'), `${INBOX}?search=nobody-wrote-this`);
    await expect(page.getByRole('alert')).toContainText('Failed to load contact messages');
    await page.unroute(callTo(contract.contact.list));
    const release = await hold(page, callTo(contract.contact.list));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeAttached();
    await expect(page.getByText('No messages match your filters')).toBeVisible();
    await page.route(callTo(contract.contact.list), (route) =>
      succeed(route, contract.contact.list, {
        data: {
          contacts: [],
          counts: { total: 0, new: 0, contacted: 0, resolved: 0, spam: 0 },
          matched: 0,
          more_match: false,
          total: 0,
          page: 1,
          limit: 25,
        },
      }),
    );
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect(page.getByText('No contact messages yet')).toBeVisible();
  });
  test.use({ allowConsole: /500/ });
});

test.describe('The dialog of a message', () => {
  test('saves the status and the notes, and deletes after a question', async ({ page, api }) => {
    const sent = await api.message({ name: unique('Una Varga '), message: 'Line one of it\nLine two\nLine three' });
    await openAs(page, await api.staff('admin'), found(sent));
    const dialog = await openMessage(page, sent);
    for (const text of ['IP address', 'User agent', 'Line three']) await expect(dialog.getByText(text)).toBeVisible();
    await dialog.getByRole('button', { name: 'Contacted' }).click();
    await expect(dialog.getByText('Status updated successfully')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Contacted' })).toHaveAttribute('aria-pressed', 'true');
    await dialog.getByLabel('Admin notes').fill('Called back, quote sent.');
    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    await expect(dialog.getByText('Notes updated successfully')).toBeVisible();
    await page.reload();
    await expect(dialog.getByLabel('Admin notes')).toHaveValue('Called back, quote sent.');
    await dialog.getByRole('button', { name: 'Delete Contact' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this contact message?' });
    await expect(question).toContainText('This action cannot be undone!');
    await expect(question).toContainText(sent.email);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await dialog.getByRole('button', { name: 'Delete Contact' }).click();
    await question.getByRole('button', { name: 'Delete Contact' }).click();
    await expect(page.getByText('Contact deleted successfully')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('No messages match your filters')).toBeVisible();
  });

  test('is opened by a link, closed by Back, and used by keyboard alone', async ({ page, api }) => {
    const sent = await api.message();
    await openAs(page, await api.staff('admin'), `${found(sent)}&contactId=${sent.id}`);
    const dialog = page.getByRole('dialog', { name: `Message from ${sent.name}` });
    await expect(dialog).toBeVisible();
    await expect(page).not.toHaveURL(/contactId/);
    await page.goBack();
    await expect(dialog).toBeHidden();
    const view = page.getByRole('button', { name: `View message from ${sent.name}` });
    await view.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Resolved' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Status updated successfully')).toBeVisible();
    await dialog.getByLabel('Admin notes').focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save Notes' }).press('Enter');
    await expect(dialog.getByText('Notes updated successfully')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(view).toBeFocused();
    await page.goto(`${INBOX}?contactId=2000000000`);
    await expect(page.getByRole('dialog').getByText('This message does not exist any more')).toBeVisible();
  });

  test('removes its alerts after 3 seconds, and names what failed', async ({ page, api }) => {
    const sent = await api.message();
    await page.clock.install();
    await openAs(page, await api.staff('admin'), found(sent));
    const dialog = await openMessage(page, sent);
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialog.getByRole('button', { name: 'Contacted' }).click();
    const alert = dialog.getByText('Status updated successfully');
    await expect(alert).toBeVisible();
    await page.clock.runFor(2_900);
    await expect(alert).toBeVisible();
    await page.clock.runFor(100);
    await expect(alert).toBeHidden();
    await page.clock.resume();

    await page.route(`**/api/contact/${sent.id}/*`, (route) => answer(route, 500, {}));
    await dialog.getByRole('button', { name: 'Resolved' }).click();
    await expect(dialog.getByText('Failed to update status')).toBeVisible();
    await dialog.getByLabel('Admin notes').fill('Kept');
    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    await expect(dialog.getByText('Failed to update notes')).toBeVisible();
    await expect(dialog.getByLabel('Admin notes')).toHaveValue('Kept');
    await page.unroute(`**/api/contact/${sent.id}/*`);
    await page.route(callTo(contract.contact.get, { id: sent.id }), (route) =>
      route.request().method() === 'DELETE' ? answer(route, 500, {}) : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Delete Contact' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this contact message?' });
    await question.getByRole('button', { name: 'Delete Contact' }).click();
    await expect(dialog.getByText('Failed to delete contact')).toBeVisible();
  });

  test('shows two edits of the notes side by side, and saves the one that is chosen', async ({
    page,
    api,
    browser,
    server,
  }) => {
    const sent = await api.message();
    await openAs(page, await api.staff('admin'), found(sent));
    const dialog = await openMessage(page, sent);
    await dialog.getByLabel('Admin notes').fill('Mine');

    const context = await browser.newContext({ baseURL: server });
    const elsewhere = await context.newPage();
    await withoutLive(elsewhere);
    await openAs(elsewhere, await api.person('admin', 'Otto Other'), found(sent));
    const other = await openMessage(elsewhere, sent);
    await other.getByLabel('Admin notes').fill('Theirs\nin two lines');
    await other.getByRole('button', { name: 'Save Notes' }).click();
    await expect(other.getByText('Notes updated successfully')).toBeVisible();

    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    await expect(dialog.getByText(/^Otto Other changed the notes on .* choose what stands\.$/)).toBeVisible();
    const row = dialog.getByRole('row', { name: /Admin notes/ });
    await expect(row.getByRole('cell')).toHaveText(['Not set', 'Theirs in two lines', 'Mine']);
    await expect(row.getByRole('cell').nth(1)).toHaveText(/^Theirs\nin two lines$/, { useInnerText: true });
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog.getByText('Notes updated successfully')).toBeVisible();

    // The other one sets the status, which nobody else has changed, and then shows the newest notes.
    await other.getByRole('button', { name: 'Contacted' }).click();
    await expect(other.getByText('Status updated successfully')).toBeVisible();
    await expect(other.getByLabel('Admin notes')).toHaveValue('Mine');
    await context.close();
  });

  test('takes over a status that somebody sets, and keeps the notes that are typed', async ({ page, api }) => {
    const sent = await api.message();
    await withoutLive(page);
    await openAs(page, await api.staff('admin'), found(sent));
    const dialog = await openMessage(page, sent);
    await dialog.getByLabel('Admin notes').fill('Mine');
    await api.office(contract.contact.setStatus, { ...pathOf(sent), body: { status: 'contacted' } });
    await readAgain(page);
    await expect(dialog.getByRole('button', { name: 'Contacted' })).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog.getByRole('table', { name: 'What has changed' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    await expect(dialog.getByText('Notes updated successfully')).toBeVisible();
    const { data } = await api.office(contract.contact.get, pathOf(sent));
    expect(data.contact).toMatchObject({ status: 'contacted', notes: 'Mine' });
  });

  test('a new status saves none of the typed notes over those of somebody else', async ({ page, api }) => {
    const sent = await api.message();
    await openAs(page, await api.staff('admin'), found(sent));
    const dialog = await openMessage(page, sent);
    await dialog.getByLabel('Admin notes').fill('Mine');
    await api.office(contract.contact.setNotes, { ...pathOf(sent), body: { notes: 'Theirs' } });
    await dialog.getByRole('button', { name: 'Contacted' }).click();
    await expect(dialog.getByText('Status updated successfully')).toBeVisible();
    const cells = dialog.getByRole('row', { name: /Admin notes/ }).getByRole('cell');
    await expect(cells).toHaveText(['Not set', 'Theirs', 'Mine']);
  });

  test('says that the message was deleted meanwhile, and keeps the typed notes', async ({
    page,
    api,
    browser,
    server,
  }) => {
    const sent = await api.message();
    await openAs(page, await api.staff('admin'), found(sent));
    const dialog = await openMessage(page, sent);
    const notes = dialog.getByLabel('Admin notes');
    await notes.fill('Half an hour of typing');

    const context = await browser.newContext({ baseURL: server });
    const elsewhere = await context.newPage();
    await openAs(elsewhere, await api.person('admin'), found(sent));
    const other = await openMessage(elsewhere, sent);
    await other.getByRole('button', { name: 'Delete Contact' }).click();
    const question = elsewhere.getByRole('dialog', { name: 'Delete this contact message?' });
    await question.getByRole('button', { name: 'Delete Contact' }).click();
    await expect(elsewhere.getByText('Contact deleted successfully')).toBeVisible();
    await context.close();

    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    await expect(dialog.getByText('This message was deleted while you had it open.')).toBeVisible();
    await expect(notes).toHaveValue('Half an hour of typing');
    await expect(notes).toHaveAttribute('readonly');
    await expect(dialog.getByRole('button', { name: 'Save Notes' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Copy notes' }).click();
    await expect(dialog.getByText(/Notes copied|This browser does not copy/)).toBeVisible();
  });
  test.use({ allowConsole: /404|409|500/ });
});

test('An auditor reads messages, and finds no control that changes one', async ({ page, api }) => {
  const sent = await api.message({ name: unique('Rita Reader ') });
  await api.office(contract.contact.setNotes, { ...pathOf(sent), body: { notes: 'Called twice.' } });
  await openAs(
    page,
    await api.staff('auditor'),
    `/dashboard/auditor/contacts?search=${encodeURIComponent(sent.email)}`,
  );
  const dialog = await openMessage(page, sent);
  await expect(dialog.getByText('Called twice.')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expect(dialog.getByRole('button')).toHaveText(['']);
  await expect(dialog.getByRole('button')).toHaveAccessibleName('Close');
});
