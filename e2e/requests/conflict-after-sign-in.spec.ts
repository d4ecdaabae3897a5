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
  test(`${tab}: what somebody changed before the user signed in again stands beside the note`, async ({
    page,
    api,
  }) => {
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

    const cells = (name: RegExp) => form.getByRole('row', { name }).getByRole('cell');
    await expect(form.getByText('Olive Office changed this request while you were editing.')).toBeVisible();
    const save = form.getByRole('button', { name: 'Save mine' });
    // In view, and not under the foot of the dialog.
    const isOnTop = (button: HTMLElement | SVGElement) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height - 1));
    };
    await expect.poll(() => save.evaluate(isOnTop)).toBe(true);
    await expect(cells(/^Status/)).toHaveText(['Pending', 'Assigned', 'Unchanged']);
    await expect(cells(/^Assigned To/)).toHaveText(['Unassigned', technician.name, 'Unchanged']);
    await expect(cells(/^Customer phone/)).toHaveText(['(407) 555-0111', '(407) 555-0199', 'Unchanged']);
    await expect(cells(/^New notes/)).toHaveText([/.*/, /Ring first/, 'Unchanged']);
    await expect(cells(/^Your note/)).toHaveText([/.*/, /.*/, 'The customer called']);
    // The note is the user's to keep or to drop.
    await form.getByRole('button', { name: /^Discard/ }).click();
    await expect(form.getByLabel(/Notes/)).toHaveValue('');
  });
}
