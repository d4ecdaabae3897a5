import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { openRequest, rowOf } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

test.describe('The request dialog', () => {
  test('shows every tab, assigns and changes the status', { tag: '@phone' }, async ({ page, api }) => {
    const admin = await api.staff('admin');
    const technician = await api.person('technician', unique('Tess '));
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    let dialog = await openRequest(page, 'View Details', request.external_id);
    await expect(dialog).toContainText(`Request #${request.external_id} - ${request.title}`);
    await expect(dialog).toContainText('Unassigned');
    await expect(dialog).toContainText('88 Sample Street, Orlando, FL 32801');
    await expectAccessible(page);

    await dialog.getByRole('tab', { name: 'Files (0)' }).click();
    await expect(dialog.getByText('No files uploaded yet')).toBeVisible();

    await dialog.getByRole('tab', { name: 'Assignment' }).click();
    await dialog.getByRole('button', { name: 'Assign Technician' }).click();
    await expect(dialog.getByText('Please select a technician')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('combobox', { name: /Technician/ }).click();
    await dialog.getByRole('combobox', { name: /Technician/ }).fill(technician.email);
    await page.getByRole('option', { name: `${technician.name} - ${technician.email}` }).click();
    await dialog.getByLabel(/Notes/).first().fill('Bring the tall ladder.');
    await dialog.getByRole('button', { name: 'Assign Technician' }).click();
    await expect(dialog.getByText('Request assigned successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, request.external_id)).toContainText(technician.name);
    await expect(rowOf(page, request.external_id)).toContainText('Assigned');

    dialog = await openRequest(page, 'View Details', request.external_id);
    await expect(dialog).toContainText('Bring the tall ladder.');
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByText('Please select a status')).toBeVisible();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'In Progress' });
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, request.external_id)).toContainText('In Progress');
  });

  test('names who changed the request before an outdated edit, keeps the input, and saves it on a second press', async ({
    page,
    api,
  }) => {
    const admin = await api.staff('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await dialog.getByLabel(/Notes/).last().fill('Sent twice.');
    await api.office('PATCH', `/requests/${request.id}/status`, { status: 'in_progress' });
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await update.click();
    await expect(
      dialog.getByText(/^Olive Office changed the status on .* Check both, then press Update Status again\.$/),
    ).toBeVisible();
    await expect(dialog.getByText('Now: In Progress.')).toBeVisible();
    await expect(dialog.getByLabel(/Notes/).last()).toHaveValue('Sent twice.');
    await update.click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
  });

  test('explains a lost answer, and saves the edited note on a second press', async ({ page, api }) => {
    const admin = await api.staff('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await page.route('**/status', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await update.click();
    await expect(dialog.getByText('Failed to update status')).toBeVisible();
    await page.unroute('**/status');
    await dialog.getByLabel(/Notes/).last().fill('Sent twice.');
    await update.click();
    await expect(dialog.getByText('Your earlier try may have been saved although no answer came')).toBeVisible();
    await expect(dialog.getByText('Now: Cancelled.')).toBeVisible();
    await update.click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
  });

  test('shows pictures in full size, and asks before it discards input', async ({ page, api }) => {
    const admin = await api.staff('admin');
    const { external_id } = await api.request({ priority: 'low' }, [photo('pole.png')]);
    await openAs(page, admin, `/dashboard/admin?search=${external_id}`);
    const dialog = await openRequest(page, 'View Details', external_id);
    await dialog.getByRole('tab', { name: 'Files (1)' }).click();
    await expect(dialog).toContainText('pole.png');
    await expect(dialog).toContainText('Unknown');
    await dialog
      .getByRole('button', { name: /pole\.png/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog').last();
    await expect(viewer.getByRole('img', { name: 'pole.png' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();

    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByLabel(/Notes/).last().fill('half a thought');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Discard unsaved changes?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel(/Notes/).last()).toHaveValue('half a thought');
  });

  test('asks before it discards input even when Escape follows the input at once', async ({ page, api }) => {
    const request = await api.request();
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    const notes = dialog.getByLabel(/Notes/).last();
    // Both in one task of the page, as in a page that is busy: only microtasks run in between.
    await notes.evaluate(async (field) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'half a thought');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      for (let turn = 0; turn < 5; turn += 1) await null;
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await expect(page.getByText('Discard unsaved changes?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(notes).toHaveValue('half a thought');
  });

  test('says that the request cannot be loaded', async ({ page, api }) => {
    const admin = await api.staff('admin');
    await openAs(page, admin, '/dashboard/admin?requestId=2000000000');
    await expect(page.getByText('Failed to load request details')).toBeVisible({ timeout: 20_000 });
  });
  test.use({ allowConsole: /404|409|net::ERR_FAILED/ });
});
