import type { Page } from '@playwright/test';
import { type Api, PASSWORD, type Person, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { sign } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test.use({ allowConsole: /401|409/ });
// With live updates a page hears of the end of its session before it makes a call.
test.beforeEach(({ page }) => withoutLive(page));

const BACK = 'What you had entered is back.';

/** Ends every session of a user on the server: another admin deactivates the account, and activates it again. */
async function revoke(api: Api, person: Person) {
  await api.office(contract.users.toggleStatus, { ...pathOf(person), body: {} });
  await api.office(contract.users.toggleStatus, { ...pathOf(person), body: {} });
}

/** The user comes back to the window, which makes the page read again. */
const look = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** Lets the page notice that the session is over. Fails when the browser asks about leaving. */
async function comeBack(page: Page, notice: () => Promise<unknown> = () => look(page)) {
  page.removeAllListeners('dialog');
  page.on('dialog', (dialog) => {
    throw new Error(`The browser asked: ${dialog.type()}`);
  });
  await notice();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
}

async function signIn(page: Page, { email }: { email: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('Notes on a message come back after the session was ended and the user has signed in again', async ({
  page,
  api,
}) => {
  const admin = await api.person('admin');
  const sent = await api.message();
  await openAs(page, admin, `/dashboard/admin/contacts?search=${sent.email}`);
  await page.getByRole('button', { name: `View message from ${sent.name}` }).click();
  const notes = page.getByLabel('Admin notes');
  await notes.pressSequentially('Half a thought');
  await revoke(api, admin);
  await comeBack(page);
  await signIn(page, admin);
  await expect(page.getByText(BACK)).toBeVisible();
  await expect(notes).toHaveValue('Half a thought');
  await expect(page).toHaveURL(new RegExp(`contacts\\?search=${sent.email.split('@')[0]}`));
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(page.getByText('Notes updated successfully')).toBeVisible();
  await page.reload();
  await expect(notes).toHaveValue('Half a thought');
  await expect(page.getByText(BACK)).toHaveCount(0);

  // What somebody else changes before the user signs in again stands beside it.
  await notes.fill('Mine');
  await revoke(api, admin);
  await comeBack(page);
  await api.office(contract.contact.setNotes, { ...pathOf(sent), body: { notes: 'Theirs' } });
  await api.office(contract.contact.setStatus, { ...pathOf(sent), body: { status: 'contacted' } });
  await signIn(page, admin);
  const cells = (name: RegExp) => page.getByRole('row', { name }).getByRole('cell');
  await expect(cells(/Admin notes/)).toHaveText(['Half a thought', 'Theirs', 'Mine']);
  // What this edit does not touch is as it is now, and needs no decision.
  await expect(page.getByRole('button', { name: 'Contacted', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(cells(/^Status/)).toHaveCount(0);
});

test('A user whom somebody else changed before the admin signed in again shows both edits side by side', async ({
  page,
  api,
}) => {
  const admin = await api.person('admin');
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, admin, `/dashboard/admin/users?userId=${technician.id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel(/location/i).fill('Winter Park');
  await revoke(api, admin);
  await comeBack(page, () => dialog.getByRole('button', { name: 'Save Changes' }).click());
  const { name, email } = technician;
  const theirs = {
    name,
    email,
    role: 'technician',
    is_active: true,
    base_location: 'Kissimmee',
    phone: '(407) 555-0177',
  } as const;
  await api.office(contract.users.update, { ...pathOf(technician), body: theirs });
  await signIn(page, admin);
  await expect(dialog.getByLabel(/location/i)).toHaveValue('Winter Park');
  await expect(dialog.getByText(BACK)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Location/ }).getByRole('cell')).toHaveText([
    'Not set',
    'Kissimmee',
    'Winter Park',
  ]);
  // What this edit does not touch needs no decision.
  await expect(dialog.getByRole('row', { name: /Phone/ })).toHaveCount(0);
});

test('A note on a request comes back in its dialog', async ({ page, api }) => {
  const admin = await api.person('admin');
  const request = await api.request();
  await openAs(page, admin, `/dashboard/admin?requestId=${request.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Status' }).click();
  await dialog.getByLabel(/Notes/).last().pressSequentially('The customer called');
  await revoke(api, admin);
  await comeBack(page);
  await signIn(page, admin);
  await expect(dialog.getByRole('tab', { name: 'Status' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByLabel(/Notes/).last()).toHaveValue('The customer called');
  await expect(dialog.getByText(BACK)).toBeVisible();
});

test("A technician's work order comes back with its signature, and is not in the session's storage", async ({
  page,
  api,
}) => {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Notes/).pressSequentially('Pole 4 needs a new ballast');
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await sign(page, dialog);
  await revoke(api, technician);
  // A deactivation takes open work away.
  await api.office(contract.requests.assign, { ...pathOf(request), body: { technician_id: technician.id } });
  await comeBack(page);
  expect(await page.evaluate(() => sessionStorage.getItem('kept_texts'))).toBeNull();
  await signIn(page, technician);
  await expect(dialog.getByLabel(/^Notes/)).toHaveValue('Pole 4 needs a new ballast');
  await expect(dialog.getByRole('img', { name: 'Signature area, signed' })).toBeVisible();
  await expect(dialog.getByText(BACK)).toBeVisible();
});

test('A new user comes back without the password, and not to somebody else', async ({ page, api }) => {
  const admin = await api.person('admin');
  const other = await api.person('admin');
  await openAs(page, admin, '/dashboard/admin/users?userId=new');
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  await dialog.getByLabel(/^Name/).pressSequentially('Wes Ampere');
  await dialog.getByLabel(/^Email/).fill(`${unique('wes')}@example.com`);
  await dialog.getByLabel(/^Role/).selectOption({ label: 'Auditor' });
  await dialog.getByLabel(/^Password/).fill('ladders-up-at-9');
  const create = () => dialog.getByRole('button', { name: 'Create User' }).click();
  await revoke(api, admin);
  await comeBack(page, create);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('ladders-up-at-9');
  await signIn(page, admin);
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Wes Ampere');
  await expect(dialog.getByLabel(/^Role/)).toHaveValue('auditor');
  await expect(dialog.getByLabel(/^Password/)).toHaveValue('');

  await dialog.getByLabel(/^Password/).fill('ladders-up-at-9');
  await revoke(api, admin);
  await comeBack(page, create);
  await signIn(page, other);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('');
  // It waits for its owner.
  expect(await page.evaluate(() => sessionStorage.getItem('kept_texts'))).toContain('Wes Ampere');
});

test('A new API key comes back', async ({ page, api }) => {
  const admin = await api.person('admin');
  await openAs(page, admin, '/dashboard/admin/settings/keys');
  await page.getByRole('button', { name: 'New Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API Key' });
  await dialog.getByLabel('Name').fill('Half a program');
  await dialog.getByRole('checkbox', { name: 'Requests' }).check();
  await dialog.getByLabel('Last Day').fill('2099-12-31');
  await revoke(api, admin);
  await comeBack(page, () => dialog.getByRole('button', { name: 'Make Key' }).click());
  await signIn(page, admin);
  await expect(dialog.getByText(BACK)).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a program');
  await expect(dialog.getByLabel('Last Day')).toHaveValue('2099-12-31');
  await expect(dialog.getByRole('checkbox', { name: 'Requests' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
});

test('The names of a new view and of one that is renamed come back', async ({ page, api }) => {
  const admin = await api.person('admin');
  await openAs(page, admin, '/dashboard/admin/requests');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const fresh = page.getByLabel('Save the present filters as');
  await fresh.fill('Half a view');
  await revoke(api, admin);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await comeBack(page, () => save.click());
  await signIn(page, admin);
  await expect(fresh).toHaveValue('Half a view');
  await expect(page.getByText(BACK)).toBeVisible();
  await save.click();
  await page.getByRole('button', { name: 'Rename Half a view' }).click();
  const renamed = page.getByLabel('New name of Half a view');
  await renamed.fill('A whole view');
  await revoke(api, admin);
  const rename = page.getByRole('button', { name: 'Rename', exact: true });
  await comeBack(page, () => rename.click());
  await signIn(page, admin);
  await expect(renamed).toHaveValue('A whole view');
  await rename.click();
  await expect(page.getByRole('button', { name: 'Rename A whole view' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename Half a view' })).toHaveCount(0);
  await expect(page.getByText(BACK)).toHaveCount(0);
});

test('Settings come back, and a logout leaves nothing behind', async ({ page, api }) => {
  const admin = await api.person('admin', unique('Ada '));
  await openAs(page, admin, '/dashboard/admin/settings');
  const tagline = page.getByLabel(/^Tagline/);
  const save = () => page.getByRole('button', { name: 'Save Settings' }).click();
  await tagline.fill('Half a tagline');
  await revoke(api, admin);
  await comeBack(page, save);
  await signIn(page, admin);
  await expect(tagline).toHaveValue('Half a tagline');
  await expect(page.getByText(BACK)).toBeVisible();
  await revoke(api, admin);
  await comeBack(page, save);
  expect(await page.evaluate(() => sessionStorage.getItem('kept_texts'))).toContain('Half a tagline');
  await signIn(page, admin);
  await expect(tagline).toHaveValue('Half a tagline');
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => sessionStorage.getItem('kept_texts'))).toBeNull();
});
