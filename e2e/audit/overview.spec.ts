import type { Page, Route } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, succeed, withoutLive } from '../support/network.ts';
import { broken, failed, intact, running } from './verifications.ts';

const HOME = '/dashboard/auditor';
const LATEST = callTo(contract.audit.verification);
const panel = (page: Page) => page.getByRole('region', { name: 'Verification' });

test.describe('Who may open it', () => {
  test('/dashboard leads an auditor to the Auditor Dashboard, whose sidebar lists its parts, and an admin may', async ({
    page,
    api,
  }) => {
    await openAs(page, await api.staff('auditor'), '/dashboard');
    await expect(page).toHaveURL(/\/dashboard\/auditor$/);
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
    await sidebar.getByRole('link', { name: 'Audit Trail' }).click();
    await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
    await openAs(page, await api.staff('admin'), HOME);
    await expect(page.getByRole('heading', { name: 'Auditor Dashboard' })).toBeVisible();
  });
});

test('The overview counts everything, shows what was done last, and leads to the trail', async ({ page, api }) => {
  // More than are shown.
  for (let nth = 0; nth < 5; nth += 1) await api.request();
  const request = await api.request();
  await openAs(page, await api.staff('auditor'), HOME);
  for (const title of ['Requests', 'Contact Messages', 'Users', 'Customers', 'Audit Entries']) {
    const card = page.getByRole('region', { name: title });
    await expect(card.getByText(/^[\d,]+$/).first()).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Requests' }).getByRole('term')).toHaveText([
    ...['Pending', 'Assigned', 'In Progress', 'Completed', 'Cancelled'],
  ]);
  await expectNoSidewaysScroll(page);
  const counts = page.getByRole('main');
  for (const [title, path] of [
    ['Requests', '/dashboard/auditor/requests'],
    ['Contact Messages', '/dashboard/auditor/contacts'],
    ['Customers', '/dashboard/auditor/customers'],
  ] as const) {
    await expect(counts.getByRole('link', { name: title })).toHaveAttribute('href', path);
  }
  // Each number leads to what it counts.
  await page.getByRole('region', { name: 'Contact Messages' }).getByRole('link', { name: 'New' }).click();
  await expect(page).toHaveURL('/dashboard/auditor/contacts?status=new');
  await page.goBack();
  await page.getByRole('region', { name: 'Requests' }).getByText('In Progress').click();
  await expect(page).toHaveURL('/dashboard/auditor/requests?status=in_progress');
  await page.goBack();
  const newest = page.getByRole('region', { name: 'Newest Entries' });
  await expect(newest).toContainText(request.external_id);
  await expect(newest.getByRole('button', { name: /^View entry/ })).toHaveCount(6);
  const entry = newest.getByRole('row').or(newest.getByRole('listitem')).filter({ hasText: request.external_id });
  await entry.getByRole('button', { name: /^View entry/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Entry [\d,]+$/ });
  await expect(dialog).toContainText(request.external_id);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await newest.getByRole('link', { name: 'All entries' }).click();
  await expect(page).toHaveURL('/dashboard/auditor/trail');
  await page.goBack();
  await counts.getByRole('link', { name: 'Audit Entries' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
});

test('The newest entries stay fresh after older ones were loaded in the trail', async ({ page, api }) => {
  // Whatever the trail has, it seems to have older entries.
  await page.route(callTo(contract.audit.list), async (route) => {
    const isOlder = route.request().url().includes('cursor=');
    const answered = await (await route.fetch()).json();
    await succeed(route, contract.audit.list, { ...answered, next_cursor: isOlder ? null : '1' });
  });
  await page.clock.install();
  await openAs(page, await api.staff('auditor'), '/dashboard/auditor/trail');
  await page.getByRole('button', { name: 'Load Older' }).click();
  await expect(page.getByRole('button', { name: 'Load Older' })).toBeHidden();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const newest = page.getByRole('region', { name: 'Newest Entries' });
  await expect(newest.getByRole('button', { name: /^View entry/ })).toHaveCount(6);
  const request = await api.request();
  await page.clock.runFor(31_000);
  await expect(newest).toContainText(request.external_id);
});

test.describe('A failing server', () => {
  test.use({ allowConsole: /500/ });
  test('is said, with a button that tries again', async ({ page, api }) => {
    // Live updates would load it again before the press.
    await withoutLive(page);
    let isDown = true;
    const down = (route: Route) => (isDown ? answer(route, 500, {}) : route.continue());
    await page.route(callTo(contract.audit.overview), down);
    await page.route(LATEST, down);
    await page.route(callTo(contract.audit.list), down);
    await openAs(page, await api.staff('auditor'), HOME);
    await expect(page.getByText('Failed to load the overview')).toBeVisible();
    await expect(page.getByText('Failed to load the newest entries')).toBeVisible();
    await expect(panel(page).getByText('The last verification could not be loaded')).toBeVisible();
    isDown = false;
    await panel(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(panel(page).getByRole('button', { name: /^Verify/ })).toBeEnabled();
    await page.getByRole('button', { name: 'Try Again' }).first().click();
    await expect(page.getByRole('region', { name: 'Customers' })).toBeVisible();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('button', { name: /^View entry/ }).first()).toBeVisible();
  });
});

test('Verify says since when and up to which event the trail holds', async ({ page, api }) => {
  const auditor = await api.person('auditor');
  await openAs(page, auditor, HOME);
  await panel(page)
    .getByRole('button', { name: /^Verify/ })
    .click();
  // The verdict of this verification. An earlier one may be on the screen until it begins.
  await expect(panel(page).getByText(`Verified by ${auditor.name}`)).toBeVisible();
  await expect(panel(page).getByText(/^Holds since .* up to entry [\d,]+ \(today, /)).toBeVisible();
  await expect(panel(page).getByText(/none was altered, removed or moved/)).toBeVisible();
  await page.goto('/dashboard/auditor/trail?action=audit.verify');
  await expect(page.getByText('verified the audit trail: it holds').first()).toBeVisible();
});

test('A running verification shows its progress, also after leaving and coming back', async ({ page, api }) => {
  let latest = running;
  await page.route(LATEST, (route) => succeed(route, contract.audit.verification, { verification: latest }));
  await openAs(page, await api.staff('auditor'), HOME);
  const progress = panel(page).getByRole('progressbar', { name: 'Progress of the verification' });
  await expect(progress).toHaveAttribute('aria-valuenow', '50');
  await expect(panel(page).getByText('500,000 of 1,000,000 entries checked')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Verifying' })).toBeDisabled();
  await page.getByRole('link', { name: 'Audit Trail' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
  latest = { ...running, checked: 750_000 };
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Auditor Dashboard' })).toBeVisible();
  await expect(panel(page).getByText('750,000 of 1,000,000 entries checked')).toBeVisible();
  latest = intact;
  await expect(panel(page).getByText('Holds since Jan 12, 2026 up to entry 4 (Jan 12, 2026, 2:02 PM)')).toBeVisible();
  await expect(progress).toBeHidden();
  await expect(panel(page).getByRole('button', { name: 'Verify Again' })).toBeEnabled();
});

test('A broken trail is said clearly', async ({ page, api }) => {
  await page.route(LATEST, (route) => succeed(route, contract.audit.verification, { verification: broken }));
  await openAs(page, await api.staff('auditor'), HOME);
  const alert = panel(page).getByRole('alert');
  await expect(alert).toContainText('The audit trail is broken');
  await expect(alert).toContainText('Entry 5 was altered.');
  await expect(alert).toContainText('Before that it holds since Jan 12, 2026 up to entry 4');
  await expectNoSidewaysScroll(page);
});

test.describe('A verification that was not completed', () => {
  test.use({ allowConsole: /500/ });
  test('is no verdict; one that cannot be started says so, and can be pressed again', async ({ page, api }) => {
    await page.route(LATEST, (route) => succeed(route, contract.audit.verification, { verification: failed }));
    await page.route(callTo(contract.audit.startVerification), (route) => answer(route, 500, {}));
    await openAs(page, await api.staff('auditor'), HOME);
    await expect(panel(page).getByText('The last verification was not completed')).toBeVisible();
    await expect(panel(page).getByText(/Holds/)).toBeHidden();
    const verify = panel(page).getByRole('button', { name: /^Verify/ });
    await expect(verify).toBeEnabled();
    await verify.focus();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText('The verification could not be started')).toBeVisible();
    await expect(verify).toBeEnabled();
  });
});
