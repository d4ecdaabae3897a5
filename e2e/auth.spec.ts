import { expect, expectAccessible, PASSWORD, test } from './fixtures.ts';

test.use({ allowConsole: /status of 4(0[13]|29)|net::ERR_FAILED/ });

test('login names what is missing and what is wrong', async ({ page, api }) => {
  const technician = await api.person('technician');
  await page.goto('/login');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email').fill(technician.email);
  await page.getByLabel('Password').fill('wrong-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(technician.email);
  await expectAccessible(page);
});

for (const [role, home] of [
  ['admin', /\/dashboard\/admin$/],
  ['technician', /\/dashboard\/technician$/],
] as const) {
  test(`a ${role} comes to their own dashboard`, async ({ page, api }) => {
    const person = await api.person(role);
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(home);
    await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible();
  });
}

test('a wanted dashboard page opens after the login, a foreign address never', async ({ page, api }) => {
  const admin = await api.person('admin');
  for (const [next, expected] of [
    ['/dashboard/admin/users', /\/dashboard\/admin\/users$/],
    ['//evil.example/x', /\/dashboard\/admin$/],
    ['/dashboard/../../evil', /\/dashboard\/admin$/],
  ] as const) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(expected);
  }
});

for (const [role, next, expected] of [
  ['technician', '/dashboard/admin/users', /\/dashboard\/technician$/],
  ['technician', '/dashboard/admin?requestId=1', /\/dashboard\/technician$/],
  ['auditor', '/dashboard/technician', /\/dashboard$/],
] as const) {
  test(`a ${role} who wanted ${next} comes to their own dashboard`, async ({ page, api }) => {
    const person = await api.person(role);
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible();
    await expect(page).toHaveURL(expected);
  });
}

test('a used or made-up set-up link is refused', async ({ page }) => {
  await page.goto(`/setup#token=${'a'.repeat(43)}`);
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Mallory');
  await page.getByLabel('Email').fill('mallory@example.com');
  await page.getByLabel('Password').fill('long-enough-1');
  await page.getByRole('button', { name: 'Create Admin' }).click();
  await expect(page.getByText('This set-up link is not valid any more')).toBeVisible();
});

test("shows the server's words, else its own, keeps what was typed, and sends once", async ({ page, api }) => {
  const admin = await api.person('admin');
  const LOGIN = '**/api/auth/login';
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign In' });
  await expect(button).toBeEnabled();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.route(LOGIN, (route) => route.abort());
  await button.click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await page.unroute(LOGIN);
  const message = 'Too many requests. Please try again later.';
  await page.route(LOGIN, (route) =>
    route.fulfill({ status: 429, json: { error: 'rate_limited', message, request_id: 'x' } }),
  );
  await button.click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(admin.email);
  await expect(page.getByLabel('Password')).toHaveValue(PASSWORD);
  await page.unroute(LOGIN);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) sent += 1;
  });
  await button.dblclick();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  expect(sent).toBe(1);
});

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password');
  await password.fill('not for all eyes');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('not for all eyes');
});

test('what was typed before the script arrived stays out of the address and in the form', async ({ page, api }) => {
  const admin = await api.person('admin');
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await page.getByLabel('Password').press('Enter');
  letThrough();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByLabel('Email')).toHaveValue(admin.email);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the login says what it needs', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByText('Signing in needs JavaScript, which is off in this browser.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});
