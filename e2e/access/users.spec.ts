import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /status of 4(04|09)/ });

const takerOf = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Who takes over?' });

test(
  'Users: the list, the form with its errors, advice and invitation, a conflict, and each question',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const word = unique('access');
    const technician = await api.account('technician', `${word} Tess`);
    await api.assignedTo(technician);
    const colleague = await api.account('technician', `${word} Tom`);
    const invited = { name: `${word} Ina`, email: `${word}@example.com`, role: 'technician', invite: true } as const;
    await api.office(contract.users.create, { body: invited });
    await openAs(page, await api.staff('admin'), `/dashboard/admin/users?search=${word}`);
    await expect(page.getByText('Invited', { exact: true })).toBeVisible();
    await expectAccessible(page);

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add New User' }).click();
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(dialog.getByText('Password is required for new users')).toBeVisible();
    await expectAccessible(page);
    const password = dialog.getByLabel(/^Password/);
    await password.fill('lights-on-at-seven');
    await expect(dialog.getByText('This password is hard to guess.')).toBeVisible();
    await expectAccessible(page, dialog);
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expectAccessible(page, dialog);
    await dialog.getByRole('switch', { name: /Invite by mail/ }).click();
    await expect(dialog.getByRole('button', { name: 'Send Invitation' })).toBeVisible();
    await expectAccessible(page, dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toHaveCount(0);

    // An edit that ends somebody's work asks who takes over.
    const press = (label: string, { name }: { name: string }) =>
      page.getByRole('button', { name: `${label} ${name}`, exact: true }).click();
    await press('Edit', technician);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Auditor');
    await expect(takerOf(dialog)).toBeVisible();
    await expectAccessible(page, dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toHaveCount(0);
    await press('Deactivate', technician);
    await expect(takerOf(dialog)).toBeVisible();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(dialog.getByText('Choose who takes over')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await press('Delete', technician);
    await expect(dialog).toContainText('This action cannot be undone!');
    await expect(takerOf(dialog)).toBeVisible();
    await expectAccessible(page, dialog);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    // What follows looks the same on a phone.
    if (isOnPhone(info)) return;

    // Two edits of one user, then a user who is gone.
    await press('Edit', colleague);
    await dialog.getByLabel(/location/i).fill('Winter Park');
    const { id, name, email } = colleague;
    await api.office(contract.users.update, {
      ...pathOf({ id }),
      body: {
        name,
        email,
        role: 'technician',
        is_active: true,
        base_location: 'Ocala',
      },
    });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog.getByRole('row', { name: /Location/ })).toContainText('Ocala');
    await expectAccessible(page, dialog);
    await api.office(contract.users.remove, pathOf({ id }));
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog.getByText('This user was deleted while you had the form open.')).toBeVisible();
    await expectAccessible(page, dialog);
  },
);
