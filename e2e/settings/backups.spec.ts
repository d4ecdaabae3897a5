import { expectAccessible } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, readAgain, succeed } from '../support/network.ts';

const BACKUPS = '/dashboard/admin/settings/backups';
// A server has one set of these settings, so these tests run one after the other.
test.describe.configure({ mode: 'default' });

test('An admin switches the daily back-up on, and chooses how many are kept', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/admin/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Back-ups' }).click();
  await expect(page).toHaveURL(BACKUPS);
  await expect(page.getByText('None is planned')).toBeVisible();
  await page.getByRole('switch', { name: 'Make a back-up every day' }).click();
  await page.getByLabel('Time').fill('23:45');
  await page.getByLabel('Days').fill('0');
  await page.getByRole('button', { name: 'Save Back-ups' }).click();
  await expect(page.getByText('Please enter a whole number from 1 to 60')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Days').fill('10');
  await page.getByRole('button', { name: 'Save Back-ups' }).click();
  await expect(page.getByText('Back-up settings saved.')).toBeVisible();
  await expect(page.getByText('None is planned')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Make a back-up every day' })).toBeChecked();
  await expect(page.getByLabel('Days')).toHaveValue('10');
  await expectAccessible(page);
  const defaults = { enabled: false, at_time: '02:30', keep_daily: 7, keep_weekly: 4, keep_monthly: 12 };
  await api.office(contract.backups.updateSettings, { body: defaults });
});

test('Without a place the section says what to set, and nothing can be switched on', async ({ page, api }) => {
  const { settings } = await api.office(contract.backups.settings, {});
  await page.route(callTo(contract.backups.settings), (route) =>
    succeed(route, contract.backups.settings, { settings: { ...settings, folder: null, next_at: null } }),
  );
  await openAs(page, await api.staff('admin'), BACKUPS);
  await expect(page.getByText(/^No back-up can be made here yet\. On the server, set BACKUP_DIR/)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Make a back-up every day' })).toBeDisabled();
  await expectAccessible(page);
});

test.describe('Somebody else was first', () => {
  test.use({ allowConsole: /409/ });
  test('an edit is saved over what changed', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), BACKUPS);
    await page.getByLabel('Weeks').fill('9');
    const theirs = { enabled: false, at_time: '04:00', keep_daily: 7, keep_weekly: 5, keep_monthly: 12 };
    await api.office(contract.backups.updateSettings, { body: theirs });
    await page.getByRole('button', { name: 'Save Back-ups' }).click();
    await expect(page.getByRole('alert')).toContainText('Olive Office changed the number of weeks on');
    const cells = page.getByRole('row', { name: /^Weeks kept/ }).getByRole('cell');
    await expect(cells).toHaveText(['4', '5', '9']);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await expect(page.getByText('Back-up settings saved.')).toBeVisible();
    await expect(page.getByLabel('Time')).toHaveValue('04:00');
    await api.office(contract.backups.updateSettings, { body: { ...theirs, at_time: '02:30', keep_weekly: 4 } });
  });

  test('an open form takes over another setting, and saves without a question', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), BACKUPS);
    await page.getByLabel('Weeks').fill('9');
    const usual = { enabled: false, at_time: '02:30', keep_daily: 7, keep_weekly: 4, keep_monthly: 12 };
    await api.office(contract.backups.updateSettings, { body: { ...usual, at_time: '04:00', keep_daily: 8 } });
    await readAgain(page);
    await expect(page.getByLabel('Time')).toHaveValue('04:00');
    await page.getByRole('button', { name: 'Save Back-ups' }).click();
    await expect(page.getByText('Back-up settings saved.')).toBeVisible();
    const { settings } = await api.office(contract.backups.settings, {});
    expect(settings).toMatchObject({ at_time: '04:00', keep_daily: 8, keep_weekly: 9 });
    await api.office(contract.backups.updateSettings, { body: usual });
  });
});
