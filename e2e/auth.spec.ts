import { expect, expectAccessible, PASSWORD, test } from './fixtures.ts';

test.use({ allowConsole: /status of 40[13]/ });

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

test('a used or made-up set-up link is refused', async ({ page }) => {
  await page.goto(`/setup#token=${'a'.repeat(43)}`);
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Mallory');
  await page.getByLabel('Email').fill('mallory@example.com');
  await page.getByLabel('Password').fill('long-enough-1');
  await page.getByRole('button', { name: 'Create Admin' }).click();
  await expect(page.getByText('This set-up link is not valid any more')).toBeVisible();
});
