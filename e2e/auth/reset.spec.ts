import { passwordWeak } from '#contract/words/passwords.ts';
import { PASSWORD } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, test } from '../support/fixtures.ts';
import { linkIn } from '../support/mails.ts';
import { callTo } from '../support/network.ts';

const NEW = 'brand-new-ladder-42';

test('A forgotten password is replaced by the link of a mail', async ({ page, api }) => {
  const person = await api.account('technician');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  // The server under test has no mail server.
  await expect(
    page.getByText('This site sends no mail at the moment. Please ask the office for a new password.'),
  ).toBeVisible();

  await page.goto(linkIn(await api.mailTo(person.email)));
  // The token leaves the address at once.
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('New password').fill('sunshine2026!');
  await expect(page.getByText(passwordWeak.one_word)).toBeVisible();
  await page.getByLabel('New password').fill(NEW);
  await expect(page.getByText('This password is hard to guess.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page).toHaveURL('/dashboard/technician');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('A password that is typed before the page’s script has come is judged', async ({ page }) => {
  // The link is made up.
  await page.route(callTo(contract.auth.checkLink), (route) => route.fulfill({ json: { problem: null } }));
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/ResetPasswordPage-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`/reset-password#token=${'a'.repeat(43)}`, { waitUntil: 'commit' });
  await page.getByLabel('New password').fill('sunshine2026!');
  script.resolve();
  await expect(page.getByText(passwordWeak.one_word)).toBeVisible();
});

test.describe('with expected refusals', () => {
  test.use({ allowConsole: /40[13]/ });

  test('A link that was used says so and leads to a new one; the old password is refused', async ({ page, api }) => {
    const person = await api.account('admin');
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send Link' }).click();
    await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
    const link = linkIn(await api.mailTo(person.email));
    await page.goto(link);
    await page.getByLabel('New password').fill(NEW);
    await page.getByRole('button', { name: 'Save Password' }).click();
    await expect(page).toHaveURL('/dashboard/admin');
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('This link is not valid any more. Please ask for a new one.');
    // Nobody chooses a password for a link that does not work.
    await expect(page.getByLabel('New password')).toHaveCount(0);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  });

  test('The page without a link asks for one', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page.getByRole('alert')).toHaveText('This link is not valid any more. Please ask for a new one.');
  });
});
