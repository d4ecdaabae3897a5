import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { readAgain } from '../support/network.ts';

const SETTINGS = '/dashboard/admin/settings/mail';
// A server has one set of mail settings, so these tests run one after the other.
test.describe.configure({ mode: 'default' });

test('An admin changes the sender, switches a mail off, and tests the result', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Mail', exact: true }).click();
  await expect(page).toHaveURL(SETTINGS);
  const banner = page.getByText('No mail server is set: mails are kept as files and reach nobody.');
  await expect(banner).toBeVisible();
  // It would lead to this page.
  await expect(banner.getByRole('link')).toHaveCount(0);
  await page.getByLabel('Sender name').fill('Night Desk');
  await page.getByLabel('Reply to').fill('answers');
  await page.getByRole('button', { name: 'Save Mail Settings' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Reply to').fill('answers@halyard.example');
  await page.getByRole('switch', { name: /Contact message received/ }).click();
  await page.getByRole('button', { name: 'Save Mail Settings' }).click();
  await expect(page.getByText('Mail settings saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: /Contact message received/ })).not.toBeChecked();

  const to = `${unique('tester')}@example.com`;
  await page.getByLabel('Send to').fill(to);
  await page.getByRole('button', { name: 'Send a Test Mail' }).click();
  await expect(page.getByText(/Kept as mail\/.*-test\.eml; no mail server is set\./)).toBeVisible();
  const mail = await api.mailTo(to);
  expect(mail).toMatchObject({ from: { name: 'Night Desk' }, replyTo: [{ address: 'answers@halyard.example' }] });

  await page.getByRole('switch', { name: /Contact message received/ }).click();
  await page.getByLabel('Sender name').fill('');
  await page.getByLabel('Reply to').fill('');
  await page.getByRole('button', { name: 'Save Mail Settings' }).click();
  await expect(page.getByText('Mail settings saved.')).toBeVisible();
});

test('The previews show every mail, as a page and as plain text', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'We have your request' })).toBeVisible();
  await page.getByLabel('Mail', { exact: true }).selectOption('Work order assigned');
  await expect(frame.getByRole('heading', { name: 'An emergency is assigned to you' })).toBeVisible();
  await expect(page.getByText('Subject: Emergency: REQ-7Q4M2XK9B-T5W8D')).toBeVisible();
  await page.getByText('Plain text', { exact: true }).click();
  await expect(page.getByText('Customer: Dana Whitfield')).toBeVisible();
  await expectAccessible(page);
});

test('An open form takes over another setting that was changed, and saves without a question', async ({
  page,
  api,
}) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  await page.getByLabel('Sender name').fill('Mine');
  const none = { switched_off: [], sender_name: '', sender_address: '', reply_to: '' };
  await api.office(contract.mail.updateSettings, { body: { ...none, switched_off: ['status_changed'] } });
  await readAgain(page);
  const toggle = page.getByRole('switch', { name: /^Status changed/ });
  await expect(toggle).not.toBeChecked();
  await expect(page.getByRole('table', { name: 'What has changed' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Mail Settings' }).click();
  await expect(page.getByText('Mail settings saved.')).toBeVisible();
  const { settings } = await api.office(contract.mail.settings, {});
  expect(settings).toMatchObject({ sender_name: 'Mine', switched_off: ['status_changed'] });
  await api.office(contract.mail.updateSettings, { body: none });
});

test('An edit of settings that somebody else has changed stands beside the change, and is saved over it', async ({
  page,
  api,
}) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  await page.getByLabel('Sender name').fill('Mine');
  const { settings } = await api.office(contract.mail.settings, {});
  const { switched_off } = settings;
  const theirs = { switched_off, sender_name: 'Theirs', sender_address: '', reply_to: 'desk@halyard.example' };
  await api.office(contract.mail.updateSettings, { body: theirs });
  await page.getByRole('button', { name: 'Save Mail Settings' }).click();
  await expect(page.getByRole('alert')).toContainText('Olive Office changed the sender name on');
  await expect(page.getByLabel('Sender name')).toHaveValue('Mine');
  const cells = (name: RegExp) => page.getByRole('row', { name }).getByRole('cell');
  await expect(cells(/^Sender name/)).toHaveText(['Not set', 'Theirs', 'Mine']);
  await expect(cells(/^Reply to/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Mail settings saved.')).toBeVisible();
  await expect(page.getByLabel('Reply to')).toHaveValue('desk@halyard.example');
  expect((await api.office(contract.mail.settings, {})).settings).toMatchObject({
    sender_name: 'Mine',
    reply_to: 'desk@halyard.example',
  });
  await api.office(contract.mail.updateSettings, { body: { ...theirs, sender_name: '', reply_to: '' } });
});
// The frames of the previews block the test's own clock.
test.use({ allowConsole: /409|Blocked script execution/ });
