import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';
import { discard, field, SETTINGS, save, saved, test } from '../support/settings.ts';

// A server has one set of details, so these tests run one after the other.
test.describe.configure({ mode: 'default' });

test('Saved details show in the dashboard and on the site without a restart', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  await page.clock.install();
  await openAs(page, await api.staff('admin'), SETTINGS);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(discard(page)).toBeDisabled();

  const name = unique('Lumen and Sons ');
  const form = page.getByRole('form', { name: 'Settings' });
  await form.getByLabel('Name', { exact: false }).first().fill(name);
  await field(page, 'Phone').fill('(407) 555-0160');
  await field(page, 'License').fill('');
  await page.getByLabel('Monday opens').fill('09:00');
  await page.getByLabel('Monday closes').fill('17:30');
  await page.getByRole('button', { name: 'Copy Monday to All Weekdays' }).click();
  await page.getByRole('switch', { name: 'Open on Saturday' }).check({ force: true });
  await page.getByLabel('Saturday closes').fill('12:00');

  const preview = page.getByRole('complementary', { name: 'On the site' });
  await expect(preview.getByText(name)).toBeVisible();
  await expect(preview.getByText('Monday to Friday, 9:00 AM to 5:30 PM')).toBeVisible();
  await expect(preview.getByText('Saturday, 9:00 AM to 12:00 PM')).toBeVisible();
  await expect(preview.getByRole('link', { name: '(407) 555-0160' })).toHaveAttribute('href', 'tel:+14075550160');
  await expect(preview.getByText('License')).toBeHidden();

  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(page.getByRole('navigation').getByText(name)).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(saved(page)).toBeHidden();

  const visitor = await browser.newPage(baseURL ? { baseURL } : {});
  await visitor.goto('/');
  await expect(visitor).toHaveTitle(new RegExp(name));
  const footer = visitor.getByRole('contentinfo');
  await expect(footer.getByText('Monday to Friday, 9:00 AM to 5:30 PM')).toBeVisible();
  await expect(footer.getByText('Saturday, 9:00 AM to 12:00 PM')).toBeVisible();
  await expect(footer.getByRole('link', { name: '(407) 555-0160' })).toHaveAttribute('href', 'tel:+14075550160');
  await expect(visitor.getByText('Sample license')).toHaveCount(0);
  await visitor.close();

  await page.reload();
  await expect(form.getByLabel('Name', { exact: false }).first()).toHaveValue(name);
  await expect(page.getByLabel('Friday closes')).toHaveValue('17:30');
});

test('Closed days and links are added, marked when past, and removed', async ({ page, api, desk, request }) => {
  await page.clock.setFixedTime(new Date('2026-12-24T15:00:00Z'));
  await openAs(page, await api.staff('admin'), SETTINGS);
  const days = page.getByRole('list', { name: 'Closed days' }).getByRole('listitem');
  const add = async (date: string, reason: string) => {
    await page.getByRole('button', { name: 'Add Closed Day' }).click();
    await expect(days.last().getByLabel('Date')).toBeFocused();
    await days.last().getByLabel('Date').fill(date);
    await days.last().getByLabel('Reason').fill(reason);
  };
  await add('2026-12-25', 'Christmas Day');
  await add('2026-01-01', 'New Year’s Day');
  await add('2026-12-24', 'Christmas Eve');
  await expect(days.nth(0)).toContainText('Friday, December 25, 2026');
  await expect(days.nth(0)).not.toContainText('Past');
  await expect(days.nth(1)).toContainText('Past');
  await page.getByRole('button', { name: 'Add Link' }).click();
  await page.getByRole('list', { name: 'Links' }).getByLabel('Name').fill('LinkedIn');
  await page.getByRole('list', { name: 'Links' }).getByLabel('Address').fill('https://social.example/us');

  const preview = page.getByRole('complementary', { name: 'On the site' });
  await expect(preview.getByText('Closed now')).toBeVisible();
  await expect(preview.getByText('Christmas Eve, opens Monday at 7:30 AM')).toBeVisible();
  await expect(preview.getByText('Thursday, December 24, 2026: Christmas Eve')).toBeVisible();
  await page.getByRole('button', { name: 'Remove 1 Past Day' }).click();
  await expect(days).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Add Closed Day' })).toBeFocused();
  await days.last().getByLabel('Reason').fill(' ');
  await save(page).click();
  await expect(page.getByText('Please say why')).toBeVisible();
  await expect(days.last().getByLabel('Reason')).toBeFocused();
  await days.last().getByLabel('Reason').fill('Christmas Eve');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  // Saved days are in the calendar's order.
  await expect(days.nth(0).getByLabel('Reason')).toHaveValue('Christmas Eve');
  const html = await (await request.get('/')).text();
  expect(html).toContain('2026-12-25');
  expect(html).toContain('https://social.example/us');

  await page.getByRole('button', { name: 'Remove Christmas Day' }).click();
  await page.getByRole('button', { name: 'Remove LinkedIn' }).click();
  await expect(days).toHaveCount(1);
  // The message of the first save still stands, and the button is disabled while it saves: only the answer tells.
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await save(page).click();
  expect((await answered).ok()).toBe(true);
  const { closures, socials } = await desk.read();
  expect({ closures, socials }).toEqual({ closures: [{ date: '2026-12-24', name: 'Christmas Eve' }], socials: [] });
});

test('A time zone is found by the name of its city', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), SETTINGS);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('chicago');
  await page.getByRole('option', { name: 'America/Chicago' }).click();
  await expect(zone).toHaveValue('America/Chicago');
  await zone.fill('nowhere');
  await expect(page.getByText('No such time zone')).toBeVisible();
  await page.keyboard.press('Escape');
  await discard(page).click();
  await expect(zone).toHaveValue('America/New_York');
});

test('The Settings screen fits and works with the keyboard alone', { tag: '@phone' }, async ({ page, api, desk }) => {
  const answer = await hold(page, callTo(contract.settings.get));
  await openAs(page, await api.staff('admin'), SETTINGS);
  await expect(page.getByText('Loading settings')).toBeAttached();
  answer();
  await expect(field(page, 'Tagline')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole('switch', { name: 'Open on Sunday' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Sunday opens')).toHaveValue('07:30');
  await field(page, 'Tagline').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(', day and night');
  await page.keyboard.press('Enter');
  await expect(saved(page)).toBeVisible();
  expect(await desk.read()).toMatchObject({ hours: { sunday: { opens: '07:30', closes: '16:00' } } });

  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});
