import type { Page } from '@playwright/test';
import { passwordWeak } from '#contract/words/passwords.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type Person, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';

test('An admin finds, adds and edits users', async ({ page, api }) => {
  const admin = await api.staff('admin');
  await openAs(page, admin, '/dashboard/admin/users');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Add New User' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: /Create User|Save|Add/ });
  await save.click();
  for (const text of ['Name is required', 'Email is required', 'Password is required for new users']) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  const name = unique('Wes Ampere ');
  const email = `${unique('wes')}@example.com`;
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByLabel(/^Email/).fill('not an address');
  await dialog.getByLabel(/^Password/).fill('abc');
  await save.click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(dialog.getByLabel(/^Role/)).toHaveValue('technician');
  await dialog.getByLabel(/^Email/).fill(email);
  await dialog.getByLabel(/^Password/).fill('correct-horse-9');
  await save.click();
  await expect(page.getByText(`User "${name}" created successfully!`)).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  await page.getByRole('button', { name: new RegExp(`^Edit.*${name.trim()}`) }).click();
  await dialog.getByLabel(/location/i).fill('Winter Park');
  await dialog.getByRole('button', { name: /Save|Update/ }).click();
  await expect(page.getByText(`User "${name}" updated successfully!`)).toBeVisible();
  await expect(page.getByText('Winter Park').first()).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody-has-this-name');
  await expect(page.getByText('No users match your filters')).toBeVisible();
});

test('A password is judged while it is typed, and can be generated and copied; an email that is taken is refused beside its field, and the form keeps its input', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const admin = await api.staff('admin');
  await openAs(page, admin, '/dashboard/admin/users');
  await page.getByRole('button', { name: 'Add New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  const password = dialog.getByLabel(/^Password/);
  const name = unique('Nora Ampere ');
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByLabel(/^Email/).fill(`${unique('nora')}@example.com`);
  for (const [typed, advice] of [
    ['lamp', 'Password must be at least 6 characters'],
    ['secret-12', passwordWeak.one_word],
    ['nora1234', passwordWeak.personal],
    ['lights-on-at-seven', 'This password is hard to guess.'],
  ] as const) {
    await password.fill(typed);
    await expect(dialog.getByText(advice)).toBeVisible();
  }

  // What is refused is said once, at the field, and what is typed next is judged again.
  await password.fill('secret-12');
  await expect(dialog.getByText(passwordWeak.one_word)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(password).toHaveAccessibleDescription(new RegExp(passwordWeak.one_word));
  await expect(dialog.getByText(passwordWeak.one_word)).toHaveCount(1);
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(password).toHaveValue(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  await expect(password).toHaveAttribute('type', 'text');
  await expect(dialog.getByText('This password is hard to guess.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await password.inputValue());

  const email = dialog.getByLabel(/^Email/);
  await email.fill((await api.staff('technician')).email);
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog.getByText('A user with this email already exists').first()).toBeVisible();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue(name);
  await email.fill(`${unique('nora')}@example.com`);
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText(`User "${name}" created successfully!`)).toBeVisible();
});

test.describe('Alerts', () => {
  /** Opens the dialog of a new user. Its clock stands still until the test moves it. */
  async function openStill(page: Page, admin: Person) {
    await page.clock.install();
    await openAs(page, admin, '/dashboard/admin/users');
    await page.getByRole('button', { name: 'Add New User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New User' });
    // The dialog moves the focus here by a timer of this clock, and would take what is typed into another field.
    await expect(dialog.getByLabel(/^Name/)).toBeFocused();
    await dialog.getByLabel(/^Name/).fill('Wes Ampere');
    await dialog.getByLabel(/^Email/).fill(`${unique('wes')}@example.com`);
    await dialog.getByLabel(/^Password/).fill('correct-horse-9');
    await page.clock.pauseAt(Date.now() + 60_000);
    return dialog;
  }

  test('of a failure and of a success disappear after 5 seconds; a failure returns with the next one, and leaves the input', async ({
    page,
    api,
  }) => {
    const dialog = await openStill(page, await api.staff('admin'));
    await page.route(callTo(contract.users.list), (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const alert = dialog.getByText('Failed to save user');
    for (let tries = 1; tries <= 2; tries += 1) {
      await dialog.getByRole('button', { name: 'Create User' }).click();
      await expect(alert).toBeVisible();
      await page.clock.runFor(4_900);
      await expect(alert).toBeVisible();
      await page.clock.runFor(100);
      await expect(alert).toBeHidden();
      await expect(dialog.getByLabel(/^Name/)).toHaveValue('Wes Ampere');
    }
    await page.unroute(callTo(contract.users.list));
    await dialog.getByRole('button', { name: 'Create User' }).click();
    const success = page.getByText('User "Wes Ampere" created successfully!');
    await expect(success).toBeVisible();
    await page.clock.runFor(4_900);
    await expect(success).toBeVisible();
    await page.clock.runFor(100);
    await expect(success).toBeHidden();
  });
});

test.use({ allowConsole: /40[09]|net::ERR_FAILED/ });

test('A search that is reported while a dialog opens takes effect after the dialog has closed', async ({
  page,
  api,
}) => {
  // A new account stands on the first page of the list.
  const admin = await api.person('admin');
  await openAs(page, admin, '/dashboard/admin/users');
  const edit = page.getByRole('button', { name: `Edit ${admin.name}` });
  await edit.waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  // The page is busy until the pause in typing is over, so that it reports the search before it has rendered the dialog.
  await edit.evaluate(
    (button: HTMLElement, [input, text]) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
      button.click();
      for (const until = performance.now() + 400; performance.now() < until; );
    },
    [await search.elementHandle(), admin.email] as const,
  );
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel(/location/i).fill('Winter Park');
  await expect(page).not.toHaveURL(/search=/);
  await expect(dialog).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/search=/);
  await expect(dialog).toBeHidden();
});
