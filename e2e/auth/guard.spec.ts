import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { hold } from '../support/network.ts';

const adminOnly = [
  '/dashboard/admin',
  '/dashboard/admin/requests',
  '/dashboard/admin/users',
  '/dashboard/admin/customers',
  '/dashboard/admin/contacts',
];
const pages = [...adminOnly, '/dashboard/technician', '/dashboard/auditor', '/dashboard'];

test.describe('Without a session', () => {
  test.use({ allowConsole: /401|The session could not be checked/ });
  test('every dashboard page leads to the login page', async ({ page }) => {
    for (const path of pages) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login/);
    }
  });

  test('an unknown token leads to the login page', async ({ page }) => {
    await openAs(page, { token: 'x'.repeat(43) }, '/dashboard/admin');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('A spinner says Loading... while the session is checked', async ({ page, api }) => {
  const admin = await api.staff('admin');
  const answer = await hold(page, '**/api/auth/me');
  await openAs(page, admin, '/dashboard/admin');
  await expect(page.getByText('Loading...')).toBeVisible();
  answer();
  await expect(page.getByText('Loading...')).toBeHidden();
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
});

for (const role of ['technician', 'auditor'] as const) {
  test(`The admin pages do not open for the role ${role}`, async ({ page, api }) => {
    const person = await api.staff(role);
    for (const path of adminOnly) {
      await openAs(page, person, path);
      await expect(page).toHaveURL(/\/login/);
      // The session still lives: it is the role that is refused.
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe(person.token);
    }
  });
}

test('The technician pages open for admins and not for auditors', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), '/dashboard/technician');
  await expect(page.getByText('My Assigned Requests')).toBeVisible();
  await openAs(page, await api.staff('auditor'), '/dashboard/technician');
  await expect(page).toHaveURL(/\/login/);
});

test('/dashboard leads a technician to the Technician Dashboard', async ({ page, api }) => {
  await openAs(page, await api.staff('technician'), '/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/technician$/);
});

test(
  'Logout ends the session and leads to the login page; Back to Site leads to the home page',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    // Logout ends the session, so the account is not a shared one.
    await openAs(page, await api.person('technician'), '/dashboard/technician');
    const menu = async () => {
      if (isOnPhone(info)) await page.getByRole('button', { name: 'Menu' }).click();
    };
    await menu();
    await expect(page.getByRole('link', { name: 'Back to Site' })).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
  },
);
