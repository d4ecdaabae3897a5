import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

const USERS = '/dashboard/admin/users';
const found = ({ email }: { email: string }) => `${USERS}?search=${encodeURIComponent(email)}`;

test.use({ allowConsole: /409|500/ });

test('The list shows every column, and filters by role and status in the address', async ({ page, api }) => {
  const word = unique('filter');
  for (const [role, index] of [
    ['technician', 1],
    ['auditor', 2],
  ] as const) {
    await api.office(contract.users.create, {
      body: {
        name: `${word} ${index}`,
        email: `${word}-${index}@example.com`,
        password: 'correct-horse-9',
        role,
        phone: '(407) 555-0155',
        base_location: 'Winter Park',
        is_active: role === 'technician',
      },
    });
  }
  await openAs(page, await api.staff('admin'), `${USERS}?search=${word}`);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Phone',
    'Role',
    'Location',
    'Status',
    'Actions',
  ]);
  const rows = page.getByRole('row').filter({ hasText: word });
  await expect(rows).toHaveCount(2);
  const active = rows.filter({ hasText: 'Technician' });
  for (const text of ['(407) 555-0155', 'Winter Park', 'Active']) await expect(active).toContainText(text);
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Auditor');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/role=auditor/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
  await expect(page.getByText('No users match your filters')).toBeVisible();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('All Roles');
  await expect(rows).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All');
  await expect(rows).toHaveCount(2);
  // A search by the phone finds what the word has found.
  for (const spelling of ['(407) 555-0155', '4075550155', '+1 407.555.0155']) {
    await page.getByRole('searchbox', { name: 'Search' }).fill('555-0199');
    await expect(rows).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search' }).fill(spelling);
    await expect(rows).toHaveCount(2);
  }
});

test('A user is deactivated, activated, and deleted after a question, by keyboard alone', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess '));
  const { name, email } = technician;
  await openAs(page, await api.staff('admin'), found(technician));
  const press = (label: string) => page.getByRole('button', { name: `${label} ${name}`, exact: true }).press('Enter');
  const place = async () => (await page.getByRole('row').filter({ hasText: email }).boundingBox())?.y;
  const before = await place();
  await press('Deactivate');
  await expect(page.getByText(`User "${name}" deactivated successfully!`)).toBeVisible();
  // Another row would be under the pointer.
  expect(await place()).toBe(before);
  await expect(page.getByText('Inactive', { exact: true }).last()).toBeVisible();
  await press('Activate');
  await expect(page.getByText(`User "${name}" activated successfully!`)).toBeVisible();
  await press('Delete');
  const question = page.getByRole('dialog', { name: 'Delete this user?' });
  await expect(question).toContainText('This action cannot be undone!');
  for (const text of [name, email, 'Technician']) await expect(question).toContainText(text);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeFocused();
  await press('Delete');
  await question.getByRole('button', { name: 'Delete User' }).press('Enter');
  await expect(page.getByText(`User "${name}" deleted successfully!`)).toBeVisible();
  await expect(page.getByText('No users match your filters')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('Nobody finds a button that deactivates or deletes themselves; a link with a userId opens that user', async ({
  page,
  api,
}) => {
  const admin = await api.staff('admin');
  const technician = await api.account('technician', unique('Tess '));
  await openAs(page, admin, found(admin));
  await expect(page.getByRole('button', { name: `Edit ${admin.name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`(Deactivate|Delete) ${admin.name}`) })).toHaveCount(0);
  await page.goto(`${USERS}?userId=${technician.id}`);
  await expect(page.getByRole('dialog', { name: 'Edit User' }).getByLabel(/^Name/)).toHaveValue(technician.name);
  await expect(page).not.toHaveURL(/userId/);
  await page.goto(`${USERS}?userId=2000000000`);
  await expect(page.getByText('This user does not exist any more')).toBeVisible();
});

test('A failed action is named, and the alert of a status disappears after 5 seconds', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess '));
  await page.clock.install();
  await openAs(page, await api.staff('admin'), found(technician));
  await page.getByRole('button', { name: `Deactivate ${technician.name}` }).waitFor();
  await page.route(callTo(contract.users.remove, { id: technician.id }), (route) => answer(route, 500, {}));
  await page.getByRole('button', { name: `Delete ${technician.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete User' }).click();
  await expect(page.getByText('Failed to delete user')).toBeVisible();
  // A paused clock would also keep the question on the screen.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route(callTo(contract.users.toggleStatus), (route) => answer(route, 500, {}));
  await page.getByRole('button', { name: `Deactivate ${technician.name}` }).click();
  const alert = page.getByText('Failed to update user status');
  await expect(alert).toBeVisible();
  await page.clock.runFor(4_900);
  await expect(alert).toBeVisible();
  await page.clock.runFor(100);
  await expect(alert).toBeHidden();
});

test('The list that cannot be loaded says so, and loads at the next try', async ({ page, api }) => {
  await page.route(callTo(contract.users.list), (route) => answer(route, 500, {}));
  await openAs(page, await api.staff('admin'), USERS);
  await expect(page.getByRole('alert')).toContainText('Failed to fetch users');
  await page.unroute(callTo(contract.users.list));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('A double click deactivates once and deletes once', async ({ page, api }) => {
  const { id, name, email } = await api.account('technician', unique('Tess '));
  await openAs(page, await api.staff('admin'), found({ email }));
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  let release = await hold(page, callTo(contract.users.toggleStatus));
  await page.getByRole('button', { name: `Deactivate ${name}` }).dblclick();
  release();
  await expect(page.getByText(`User "${name}" deactivated successfully!`)).toBeVisible();
  release = await hold(page, callTo(contract.users.remove, { id }));
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete User' }).dblclick();
  release();
  await expect(page.getByText(`User "${name}" deleted successfully!`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0);
  expect(calls).toEqual([`PATCH /api/users/${id}/toggle-status`, `DELETE /api/users/${id}`]);
});
