import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

/** The most clicks and filled fields that adding two technicians with phone, location and a password may take. */
const MOST = 16;

test('Two technicians are added, each with a generated password that is copied', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
  const actions: string[] = [];
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  const click = async (name: string, within: Pick<typeof dialog, 'getByRole'> = dialog) => {
    actions.push(name);
    await within.getByRole('button', { name }).click();
  };
  const type = async (label: string, text: string) => {
    actions.push(label);
    await dialog.getByLabel(label).fill(text);
  };
  for (const first of ['Una', 'Dov']) {
    const [name, email] = [unique(`${first} Ampere `), `${unique(first)}@staff.example`];
    await click('Add New User', page);
    // The name has the focus, and the role is that of most new users.
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await type('Name', name);
    await type('Email', email);
    await type('Phone', '(407) 555-0188');
    await type('Location', 'Winter Park');
    await click('Generate');
    await click('Copy');
    const password = await page.evaluate('navigator.clipboard.readText()');
    // Waited for from before: it disappears after five seconds, which a busy machine may take for the click.
    await Promise.all([
      expect(page.getByText(`User "${name}" created successfully!`)).toBeVisible(),
      click('Create User'),
    ]);
    await expect(dialog).toBeHidden();
    const { user } = await api.as(null, contract.auth.login, { body: { email, password: String(password) } });
    expect(user).toMatchObject({ name, role: 'technician' });
  }
  process.stdout.write(`Two technicians are added: ${actions.length} actions: ${actions.join(', ')}\n`);
  expect(actions.length).toBeLessThanOrEqual(MOST);
});
