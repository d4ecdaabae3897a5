import { PASSWORD } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test.use({ allowConsole: /401|409/ });
// With live updates a page hears of the end of its session before it makes a call.
test.beforeEach(({ page }) => withoutLive(page));

for (const [tab, label] of [
  ['Status', 'Status'],
  ['Assignment', 'Assignment'],
] as const) {
  test(`${tab}: a note from before the sign-in meets no other change`, async ({ page, api }) => {
    const admin = await api.person('admin');
    const technician = await api.staff('technician');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?requestId=${request.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: tab }).click();
    const form = dialog.getByRole('form', { name: label });
    await form.getByLabel(/Notes/).pressSequentially('The customer called');
    await api.office(contract.users.toggleStatus, { ...pathOf(admin), body: {} });
    await api.office(contract.users.toggleStatus, { ...pathOf(admin), body: {} });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await api.office(contract.requests.assign, {
      ...pathOf(request),
      body: { technician_id: technician.id, notes: 'Ring first' },
    });
    await api.office(contract.requests.update, { ...pathOf(request), body: { customer_phone: '(407) 555-0199' } });
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();

    await expect(form.getByLabel(/Notes/)).toHaveValue('The customer called');
    await expect(form.getByText(/Now: Assigned|Assigned to/)).toBeVisible();
    await expect(form.getByRole('table', { name: 'What has changed' })).toHaveCount(0);
    await expect(form.getByText('while you were editing')).toHaveCount(0);
  });
}
