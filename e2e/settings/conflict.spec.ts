import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { PASSWORD } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs } from '../support/fixtures.ts';
import { readAgain, withoutLive } from '../support/network.ts';
import { field, SETTINGS, save, saved, test } from '../support/settings.ts';

// A server has one set of details, so these tests run one after the other.
test.describe.configure({ mode: 'default' });
test.use({ allowConsole: /401|409/ });

const changes = (page: Page) => page.getByRole('table', { name: 'What has changed' });
const cells = (page: Page, name: string) =>
  changes(page)
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('cell');

test('Two admins change the same setting: what each has entered is kept, and both are shown', async ({
  page,
  api,
  browser,
  server,
  desk,
}) => {
  // Live updates would show the other change before the press.
  await withoutLive(page);
  await openAs(page, await api.staff('admin'), SETTINGS);
  await field(page, 'Tagline').fill('Mine');
  await page.getByLabel('Friday closes').fill('13:00');
  await page.getByRole('button', { name: 'Add Closed Day' }).click();
  await page.getByLabel('Date').fill('2026-12-25');
  await page.getByLabel('Reason').fill('Christmas Day');

  const other = await (await browser.newContext({ baseURL: server })).newPage();
  await openAs(other, await api.person('admin', 'Otto Other'), SETTINGS);
  await field(other, 'Tagline').fill('Theirs');
  await field(other, 'Service area').fill('Their area');
  await save(other).click();
  await expect(saved(other)).toBeVisible();

  // The list may be longer than its place above the buttons, and begins with what happened.
  await page.setViewportSize({ width: 1280, height: 500 });
  await save(page).click();
  await expect(page.getByText(/^Otto Other changed the tagline on .* choose what stands\.$/)).toBeInViewport({
    ratio: 1,
  });
  await expect(cells(page, 'Tagline')).toHaveText([/.+/, 'Theirs', 'Mine']);
  await expect(changes(page).getByRole('row')).toHaveCount(2);
  await expect(field(page, 'Tagline')).toHaveValue('Mine');
  await expect(save(page)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(saved(page)).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
  await expect(page.getByLabel('Reason')).toHaveValue('Christmas Day');
  expect(await desk.read()).toMatchObject({
    tagline: 'Mine',
    service_area: 'Their area',
    closures: [{ date: '2026-12-25', name: 'Christmas Day' }],
    hours: { friday: { opens: '07:30', closes: '13:00' } },
  });
  await expect(field(page, 'Service area')).toHaveValue('Their area');
  await other.context().close();
});

test('An admin takes what somebody else has saved in place of their own', async ({ page, api, desk }) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  await field(page, 'Tagline').fill('Mine');
  await page.getByRole('button', { name: 'Add Link' }).click();
  await page.getByRole('list', { name: 'Links' }).getByLabel('Name').fill('Half a link');
  await desk.write({ ...(await desk.read()), tagline: 'Olive’s' });
  await readAgain(page);
  // Said before a try as well.
  await expect(page.getByText(/^Somebody changed the settings while you were editing\./)).toBeVisible();
  await page.getByRole('button', { name: 'Discard mine' }).click();
  await expect(field(page, 'Tagline')).toHaveValue('Olive’s');
  await expect(page.getByRole('list', { name: 'Links' })).toHaveCount(0);
  await expect(save(page)).toBeDisabled();
  await field(page, 'Tagline').fill('Mine after all');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await desk.read()).toMatchObject({ tagline: 'Mine after all' });
});

test('What somebody changed before an admin signed in again stays beside what comes back', async ({
  page,
  api,
  desk,
}) => {
  await withoutLive(page);
  const admin = await api.person('admin');
  await openAs(page, admin, SETTINGS);
  await field(page, 'Tagline').fill('Half a tagline');
  await api.office(contract.users.toggleStatus, { ...pathOf(admin), body: {} });
  await api.office(contract.users.toggleStatus, { ...pathOf(admin), body: {} });
  await save(page).click();
  await desk.write({ ...(await desk.read()), service_area: 'Their area' });
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(field(page, 'Tagline')).toHaveValue('Half a tagline');
  await expect(page.getByText('What you had entered is back.')).toBeVisible();
  await expect(field(page, 'Service area')).toHaveValue('Their area');
  await expect(changes(page)).toHaveCount(0);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await desk.read()).toMatchObject({ tagline: 'Half a tagline', service_area: 'Their area' });
});

test('The open form takes over other settings that were changed, and keeps the focus', async ({ page, api, desk }) => {
  await withoutLive(page);
  await openAs(page, await api.staff('admin'), SETTINGS);
  await page.getByRole('button', { name: 'Add Closed Day' }).click();
  await page.getByLabel('Date').fill('2026-12-25');
  const reason = page.getByLabel('Reason');
  await reason.fill('Christmas');
  const before = await desk.read();
  const socials = [{ name: 'LinkedIn', url: 'https://social.example/us' }];
  const hours = { ...before.hours, friday: { opens: '07:30', closes: '13:00' } };
  await desk.write({ ...before, tagline: 'Theirs', socials, hours });
  await readAgain(page);
  await expect(field(page, 'Tagline')).toHaveValue('Theirs');
  await expect(page.getByLabel('Friday closes')).toHaveValue('13:00');
  await expect(page.getByRole('list', { name: 'Links' }).getByLabel('Name')).toHaveValue('LinkedIn');
  await expect(changes(page)).toHaveCount(0);
  await expect(reason).toBeFocused();
  await reason.pressSequentially(' Day');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await desk.read()).toMatchObject({
    tagline: 'Theirs',
    socials,
    hours,
    closures: [{ date: '2026-12-25', name: 'Christmas Day' }],
  });
});
