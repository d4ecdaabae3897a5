import { expect, openAs, test } from './fixtures.ts';

const adminOnly = ['/dashboard/admin', '/dashboard/admin/users'];
const pages = [...adminOnly, '/dashboard/technician', '/dashboard'];

test.describe('without a session', () => {
  test.use({ allowConsole: /401|The session could not be checked/ });
  for (const path of pages) {
    test(`${path} leads to the login`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login/);
    });
  }

  test('a token nobody has is removed, and leads to the login', async ({ page }) => {
    await openAs(page, { token: 'x'.repeat(43) }, '/dashboard/admin');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('while the session is checked, a spinner says Loading...', async ({ page, api }) => {
  const admin = await api.person('admin');
  let answer = () => undefined as undefined;
  const held = new Promise<void>((resolve) => {
    answer = () => void resolve() as undefined;
  });
  await page.route('**/api/auth/me', async (route) => {
    await held;
    await route.continue();
  });
  await openAs(page, admin, '/dashboard/admin');
  await expect(page.getByText('Loading...')).toBeVisible();
  answer();
  await expect(page.getByText('Loading...')).toBeHidden();
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
});

for (const role of ['technician', 'auditor'] as const) {
  for (const path of adminOnly) {
    test(`${path} is not for a ${role}`, async ({ page, api }) => {
      await openAs(page, await api.person(role), path);
      await expect(page).toHaveURL(/\/login/);
    });
  }
}

test('the technician pages are for technicians and admins, not for auditors', async ({ page, api }) => {
  await openAs(page, await api.person('admin'), '/dashboard/technician');
  await expect(page.getByText('My Assigned Requests')).toBeVisible();
  await openAs(page, await api.person('auditor'), '/dashboard/technician');
  await expect(page).toHaveURL(/\/login/);
});

test('/dashboard sends each role to its own', async ({ page, api }) => {
  await openAs(page, await api.person('technician'), '/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/technician$/);
});

test('Logout ends the session and leads to the login; Back to Site leads home', async ({ page, api }, info) => {
  await openAs(page, await api.person('technician'), '/dashboard/technician');
  const menu = async () => {
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
  };
  await menu();
  await expect(page.getByRole('link', { name: 'Back to Site' })).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
