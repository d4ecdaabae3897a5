import { isDashboardPath, paths } from '#contract/words/paths.ts';
import { contract } from '../support/calls.ts';
import { expect, isOnPhone, openAs, signIn, test } from '../support/fixtures.ts';
import { answer, callTo, hold } from '../support/network.ts';

/** Every screen of the dashboards; which roles may open which one is a rule of the paths (contract/words/paths.test.ts). */
const screens = new Set(
  Object.values(paths)
    .map((path) => (typeof path === 'string' ? path : (path as () => string)()))
    .filter(isDashboardPath),
);

test.describe('Without a session', () => {
  test.use({ allowConsole: /401|The session could not be checked/ });
  test('every dashboard page leads to the login page', async ({ page }) => {
    for (const path of screens) {
      await page.goto(path);
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    }
  });

  test('an unknown token leads to the login page', async ({ page }) => {
    await openAs(page, { token: 'x'.repeat(43) }, '/dashboard/admin');
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe('While the session is checked', () => {
  test.use({ allowConsole: /503/ });
  test('A spinner says Loading..., also while a busy server is asked again, and then the dashboard opens', async ({
    page,
    api,
  }) => {
    let refused = 0;
    const { promise: released, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route(callTo(contract.auth.me), async (route) => {
      refused += 1;
      if (refused < 3) return answer(route, 503, { error: 'unavailable', message: 'Busy' });
      await released;
      return route.continue();
    });
    await signIn(page, await api.staff('admin'));
    await page.clock.install();
    await page.goto('/dashboard/admin');
    await expect(page.getByText('Loading...')).toBeVisible();
    // The page waits ever longer before it asks again: its clock is moved on.
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return refused;
      })
      .toBe(3);
    await expect(page.getByText('Loading...')).toBeVisible();
    letThrough();
    await expect(page.getByText('Loading...')).toBeHidden();
    await expect(page.getByText(/^Welcome, /)).toBeVisible();
  });
});

for (const role of ['technician', 'auditor'] as const) {
  test(`The admin pages do not open for the role ${role}`, async ({ page, api }) => {
    const person = await api.staff(role);
    for (const path of ['/dashboard/admin', '/dashboard/admin/settings/mail']) {
      await openAs(page, person, path);
      await expect(page).toHaveURL(/\/login/);
      // The session still lives: it is the role that is refused.
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe(person.token);
    }
  });
}

test('The technician pages open for admins and not for auditors; /dashboard leads a technician to the Technician Dashboard', async ({
  page,
  api,
}) => {
  await openAs(page, await api.staff('admin'), '/dashboard/technician');
  await expect(page.getByText('My Assigned Requests')).toBeVisible();
  await openAs(page, await api.staff('auditor'), '/dashboard/technician');
  await expect(page).toHaveURL(/\/login/);
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
      if (isOnPhone(info)) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    };
    await menu();
    await expect(page.getByRole('link', { name: 'Back to Site' })).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
  },
);

test.describe('A logout while a call is under way', () => {
  test.use({ allowConsole: /401/ });
  test('does not say that the session has ended', async ({ page, api }) => {
    const technician = await api.person('technician');
    await api.assignedTo(technician);
    await openAs(page, technician, '/dashboard/notifications');
    const letThrough = await hold(page, callTo(contract.notifications.markAllRead));
    await page.route(callTo(contract.auth.logout), async (route) => {
      const ended = await route.fetch();
      const refused = page.waitForResponse(callTo(contract.notifications.markAllRead));
      letThrough();
      expect((await refused).status()).toBe(401);
      // The page has handled the refusal before the logout is answered.
      await (await refused).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      await route.fulfill({ response: ended });
    });
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeHidden();
  });
});
