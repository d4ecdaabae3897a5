import { PASSWORD } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, test } from '../support/fixtures.ts';
import { callTo, hold, SCRIPTS } from '../support/network.ts';

test.use({ allowConsole: /status of 4(0[13]|29)|net::ERR_FAILED/ });

test('The login form names missing fields and a wrong password, which can be shown and hidden', async ({
  page,
  api,
}) => {
  const technician = await api.staff('technician');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email').fill(technician.email);
  const password = page.getByLabel('Password');
  await password.fill('wrong-password');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('wrong-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(technician.email);
});

for (const [role, home] of [
  ['admin', /\/dashboard\/admin$/],
  ['technician', /\/dashboard\/technician$/],
] as const) {
  test(`After the login the dashboard of the role ${role} opens`, async ({ page, api }) => {
    const person = await api.person(role);
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(home);
    await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible();
  });
}

test('The login continues to the wanted dashboard page, never to an address of another site', async ({ page, api }) => {
  const admin = await api.staff('admin');
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
  ['technician', '/dashboard/admin?requestId=1', /\/dashboard\/technician$/],
  ['auditor', '/dashboard/technician', /\/dashboard\/auditor$/],
] as const) {
  test(`The login of a ${role} who wanted ${next} leads to their own dashboard`, async ({ page, api }) => {
    const person = await api.person(role);
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible();
    await expect(page).toHaveURL(expected);
  });
}

test('The set-up page refuses a link that is not valid', async ({ page }) => {
  await page.goto(`/setup#token=${'a'.repeat(43)}`);
  await page.getByLabel('Name').fill('Mallory');
  await page.getByLabel('Email').fill('mallory@example.com');
  await page.getByLabel('Password').fill('long-enough-1');
  await page.getByRole('button', { name: 'Create Admin' }).click();
  await expect(page.getByText('This set-up link is not valid any more')).toBeVisible();
});

test("The login form shows the server's error text or its own, keeps the input, and sends once", async ({
  page,
  api,
}) => {
  const admin = await api.staff('admin');
  const LOGIN = callTo(contract.auth.login);
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
    if (callTo(contract.auth.login).test(request.url())) sent += 1;
  });
  await button.dblclick();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  expect(sent).toBe(1);
});

test('A login that is sent with Enter before the script arrives is sent when it is there, and stays out of the address', async ({
  page,
  api,
}) => {
  const admin = await api.staff('admin');
  const letThrough = await hold(page, SCRIPTS);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await page.getByLabel('Password').press('Enter');
  expect(new URL(page.url()).search).toBe('');
  letThrough();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the login page says that it needs JavaScript', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByText('Signing in needs JavaScript, which is off in this browser.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});
