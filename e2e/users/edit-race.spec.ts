import type { Browser, Page } from '@playwright/test';
import { type Person, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, readAgain, withoutLive } from '../support/network.ts';

const USERS = '/dashboard/admin/users';
const found = ({ email }: { email: string }) => `${USERS}?search=${encodeURIComponent(email)}`;

test.use({ allowConsole: /404|409|net::ERR_FAILED/ });

// Live updates would show the other change before this browser meets it.
test.beforeEach(({ page }) => withoutLive(page));

/** A second browser, signed in as somebody else. */
async function elsewhere(browser: Browser, server: string, person: Person, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server })).newPage();
  await openAs(page, person, path);
  return page;
}

async function openEdit(page: Page, { name }: { name: string }) {
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await expect(dialog.getByLabel(/^Name/)).toHaveValue(name);
  return dialog;
}

test('Two edits of one field of a user stand side by side, and other fields keep what was changed', async ({
  page,
  api,
  browser,
  server,
}) => {
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, await api.staff('admin'), found(technician));
  const dialog = await openEdit(page, technician);
  await dialog.getByLabel(/location/i).fill('Winter Park');

  const other = await elsewhere(browser, server, await api.person('admin', 'Otto Other'), found(technician));
  const theirs = await openEdit(other, technician);
  await theirs.getByLabel(/location/i).fill('Kissimmee');
  await theirs.getByLabel(/phone/i).fill('(407) 555-0177');
  await theirs.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByText(`User "${technician.name}" updated successfully!`)).toBeVisible();

  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText(/^Otto Other changed the location on .* choose what stands\.$/)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Location/ }).getByRole('cell')).toHaveText([
    'Not set',
    'Kissimmee',
    'Winter Park',
  ]);
  await expect(dialog.getByRole('row', { name: /Phone/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText(`User "${technician.name}" updated successfully!`)).toBeVisible();
  const { user } = await api.office(contract.users.get, pathOf(technician));
  expect(user).toMatchObject({ base_location: 'Winter Park', phone: '(407) 555-0177' });
  await other.context().close();
});

test('A lost edit can be given up for the newer state', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, await api.staff('admin'), found(technician));
  const dialog = await openEdit(page, technician);
  await dialog.getByLabel(/location/i).fill('Winter Park');
  const { name, email } = technician;
  await api.office(contract.users.update, {
    ...pathOf(technician),
    body: { name, email, role: 'auditor', is_active: true, base_location: 'Kissimmee' },
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByRole('button', { name: 'Discard mine' }).click();
  await expect(dialog.getByLabel(/location/i)).toHaveValue('Kissimmee');
  await expect(dialog.getByLabel(/^Role/)).toHaveValue('auditor');
  await expect(dialog.getByRole('table')).toHaveCount(0);
});

test('An open user form takes over another field that was changed, and saves without a question', async ({
  page,
  api,
}) => {
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, await api.staff('admin'), found(technician));
  const dialog = await openEdit(page, technician);
  await dialog.getByLabel(/location/i).fill('Winter Park');
  const { name, email } = technician;
  const body = { name, email, role: 'technician', is_active: true, phone: '(407) 555-0177' } as const;
  await api.office(contract.users.update, { ...pathOf(technician), body });
  await readAgain(page);
  await expect(dialog.getByLabel(/phone/i)).toHaveValue('(407) 555-0177');
  await expect(dialog.getByRole('table')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(`User "${technician.name}" updated successfully!`)).toBeVisible();
  const { user } = await api.office(contract.users.get, pathOf(technician));
  expect(user).toMatchObject({ base_location: 'Winter Park', phone: '(407) 555-0177' });
});

test('A new role meets a changed email address, and is saved once that was seen', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, await api.staff('admin'), found(technician));
  const dialog = await openEdit(page, technician);
  await dialog.getByLabel(/^Role/).selectOption('admin');
  const { name } = technician;
  const email = `new-${technician.email}`;
  await api.office(contract.users.update, {
    ...pathOf(technician),
    body: { name, email, role: 'technician', is_active: true },
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText(/^Olive Office changed the email address on /)).toBeVisible();
  await expect(dialog.getByLabel(/^Email/)).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(`User "${technician.name}" updated successfully!`)).toBeVisible();
  expect((await api.office(contract.users.get, pathOf(technician))).user).toMatchObject({ email, role: 'admin' });
});

test('A user who is deleted under the open dialog: the form says so, and keeps what was entered', async ({
  page,
  api,
  browser,
  server,
}) => {
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, await api.staff('admin'), found(technician));
  const dialog = await openEdit(page, technician);
  await dialog.getByLabel(/location/i).fill('Winter Park');

  const other = await elsewhere(browser, server, await api.person('admin'), found(technician));
  await other.getByRole('button', { name: `Delete ${technician.name}` }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete User' }).click();
  await expect(other.getByText(`User "${technician.name}" deleted successfully!`)).toBeVisible();
  await other.context().close();

  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('This user was deleted while you had the form open.')).toBeVisible();
  await expect(dialog.getByLabel(/location/i)).toHaveValue('Winter Park');
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
});

test('A status that somebody else has switched meanwhile is not switched back', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, await api.staff('admin'), found(technician));
  const deactivate = page.getByRole('button', { name: `Deactivate ${technician.name}` });
  await deactivate.waitFor();
  await api.office(contract.users.toggleStatus, { ...pathOf(technician), body: {} });
  await deactivate.click();
  await expect(page.getByText(/^Olive Office changed the status on /)).toBeVisible();
  await expect(page.getByRole('button', { name: `Activate ${technician.name}`, exact: true })).toBeVisible();
});

test('A new user whose answer is lost is created once by the next press', async ({ page, api }) => {
  const email = `${unique('wes')}@example.com`;
  await openAs(page, await api.staff('admin'), USERS);
  await page.getByRole('button', { name: 'Add New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  await dialog.getByLabel(/^Name/).fill('Wes Ampere');
  await dialog.getByLabel(/^Email/).fill(email);
  await dialog.getByLabel(/^Password/).fill('correct-horse-9');
  await page.route(callTo(contract.users.list), async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  const save = dialog.getByRole('button', { name: 'Create User' });
  await save.click();
  await expect(dialog.getByText('Failed to save user')).toBeVisible();
  await page.unroute(callTo(contract.users.list));
  await save.click();
  await expect(page.getByText('User "Wes Ampere" created successfully!')).toBeVisible();
  const { users } = await api.office(contract.users.list, {});
  expect(users.filter((user) => user.email === email)).toHaveLength(1);
});
