import type { ApiKeyInfo } from '#contract/keys.ts';
import { broken, intact, running } from '../audit/verifications.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, succeed, withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /500|ERR_FAILED/ });

const HOME = '/dashboard/auditor';
const LATEST = callTo(contract.audit.verification);
test(
  'The Auditor Dashboard: a verification that runs, holds and finds a break, and a failure',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    let latest = running;
    let isDown = false;
    await page.route(LATEST, (route) =>
      isDown ? answer(route, 500, {}) : succeed(route, contract.audit.verification, { verification: latest }),
    );
    await page.route(callTo(contract.audit.overview), (route) => (isDown ? answer(route, 500, {}) : route.continue()));
    await page.clock.install();
    await openAs(page, await api.staff('auditor'), HOME);
    const panel = page.getByRole('region', { name: 'Verification' });
    await expect(page.getByRole('region', { name: 'Customers' })).toBeVisible();
    await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    await expectAccessible(page);
    // The page asks again until the verification has ended.
    latest = intact;
    await page.clock.runFor(1_000);
    await expect(panel.getByText(/^Holds since Jan 12, 2026/)).toBeVisible();
    await expectAccessible(page, panel);
    latest = broken;
    await page.reload();
    await expect(panel.getByRole('alert')).toContainText('The audit trail is broken');
    await expectAccessible(page, panel);
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    isDown = true;
    await page.reload();
    await expect(page.getByText('Failed to load the overview')).toBeVisible();
    await expect(panel.getByText('The last verification could not be loaded')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test(
  'The Audit Trail: while it loads, its entries, one entry, nothing that matches, and a failure',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const TRAIL = '/dashboard/auditor/trail';
    const CALL = callTo(contract.audit.list);
    const request = await api.assignedTo(await api.staff('technician'));
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('auditor'), `${TRAIL}?search=${request.external_id}`);
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByText('Showing all 2 entries')).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^View entry/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Entry [\d,]+$/ });
    await expect(dialog.getByRole('table')).toBeVisible();
    await expectAccessible(page, dialog);
    await page.goBack();
    await expect(dialog).toBeHidden();
    if (isOnPhone(info)) await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(unique('nobody has written this '));
    await expect(page.getByText('No entries match your filters')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;
    await page.unroute(CALL);
    await page.route(CALL, (route) => answer(route, 500, {}));
    await page.reload();
    await expect(page.getByText('Failed to load the audit trail')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test('Customers: one that is open, none at all, and a failure', { tag: '@phone' }, async ({ page, api }, info) => {
  const CALL = callTo(contract.customers.list);
  const word = unique('access');
  const { id } = await api.request({ customerName: word, paymentAddress: '7 Paying Road' });
  await api.office(contract.requests.changeStatus, { ...pathOf({ id }), body: { status: 'completed' } });
  await openAs(page, await api.staff('admin'), `/dashboard/admin/customers?search=${word}`);
  await page.getByRole('button', { name: new RegExp(word) }).click();
  await expect(page.getByText('7 Paying Road')).toBeVisible();
  await expectAccessible(page);
  const none = { customers: [], matched: 0, more_match: false, total: 0, page: 1, limit: 12 };
  await page.route(CALL, (route) => succeed(route, contract.customers.list, none));
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(page.getByText('No customers yet')).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));
  // What follows looks the same on a phone.
  if (isOnPhone(info)) return;
  await page.unroute(CALL);
  await page.route(CALL, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Check your connection, then try again.');
  await expectAccessible(page, page.getByRole('main'));
});

test('The send log: its mails, and a state without any', { tag: '@phone' }, async ({ page, api }) => {
  const email = `${unique('log')}@caller.example`;
  await api.request({ customerEmail: email });
  await api.mailTo(email);
  await openAs(page, await api.staff('admin'), '/dashboard/admin/settings/mail-log?state=kept');
  await expect(page.getByText(email).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
  await expect(page.getByText('No mails in this state')).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));
});

test('API keys: while they load, keys in each state with the question and the form, none, and a failure', {
  tag: '@phone',
}, async ({ page, api }) => {
  const CALL = callTo(contract.keys.list);
  const by = { id: 1, name: 'Olive Office', is_active: true };
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const live = {
    ...{
      id: 1,
      name: 'Accounting',
      scopes: ['requests:read', 'customers:read'],
      state: 'live',
      last_day: '2099-12-31',
    },
    ...{ last_used_at: at, created_at: at, created_by: by, ended_at: null, ended_by: null },
  } satisfies ApiKeyInfo;
  const keys: ApiKeyInfo[] = [
    live,
    { ...live, id: 2, name: 'Wall display', last_used_at: null, created_by: { ...by, is_active: false } },
    { ...live, id: 3, name: 'Spreadsheet', state: 'expired', last_day: '2020-12-31' },
    { ...live, id: 4, name: 'Old accounting', state: 'ended', ended_at: at, ended_by: by.name },
  ];
  const release = await hold(page, CALL);
  await openAs(page, await api.staff('admin'), '/dashboard/admin/settings/keys');
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  await expectAccessible(page);
  release();
  let shown: ApiKeyInfo[] | null = keys;
  await page.route(CALL, (route) =>
    shown ? succeed(route, contract.keys.list, { keys: shown }) : answer(route, 500, {}),
  );
  await page.reload();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'End Key Accounting' }).click();
  await expect(dialog).toContainText('stops reading at its next call');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep Key' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'New Key' }).click();
  await dialog.getByRole('button', { name: 'Make Key' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expectAccessible(page);
  shown = [];
  await page.reload();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await expectAccessible(page);
  shown = null;
  await page.reload();
  await expect(page.getByText('Failed to fetch the API keys')).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));
});
