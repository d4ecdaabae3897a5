import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test.describe('A try that comes too late', () => {
  test.use({ allowConsole: /409/ });
  // Live updates would show the change before the page meets it.
  test.beforeEach(({ page }) => withoutLive(page));

  test('"Save mine" with only a note saves the note, and the status stays as somebody else has set it', async ({
    page,
    api,
  }) => {
    const request = await api.request();
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    const status = dialog.getByRole('combobox', { name: /Status/ });
    await dialog.getByLabel(/Notes/).last().fill('Rang twice.');
    const others = (next: 'in_progress' | 'cancelled') =>
      api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: next } });
    await others('in_progress');
    // The user comes back to the window.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    const changes = dialog.getByRole('table', { name: 'What has changed' });
    await expect(changes.getByRole('row', { name: 'Status Pending In Progress Unchanged' })).toBeVisible();

    await others('cancelled');
    const save = dialog.getByRole('button', { name: 'Save mine' });
    await save.click();
    // Nobody chose the status of the try that came too late.
    await expect(changes.getByRole('row', { name: 'Status In Progress Cancelled Unchanged' })).toBeVisible();
    await expect(status).toHaveValue('');
    await save.click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
    const { request: saved } = await api.office(contract.requests.get, pathOf(request));
    expect(saved.status).toBe('cancelled');
    expect(saved.notes).toContain('Rang twice.');
  });

  test('after a change of the same person in another window says so', async ({ page, api }) => {
    const admin = await api.person('admin', unique('Ada '));
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await api.as(admin, contract.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      new RegExp(
        `^${admin.name} changed the status on .*\\. You made the last change yourself, here or in another window\\.`,
      ),
    );
  });
});

test('A change of the same person in another window is theirs, and one of somebody else after it is not', async ({
  page,
  api,
}) => {
  const admin = await api.person('admin');
  const request = await api.request();
  await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
  const dialog = await openRequest(page, 'View Details', request.external_id);
  await dialog.getByRole('tab', { name: 'Status' }).click();
  await dialog.getByLabel(/Notes/).last().fill('Half a thought');
  const setTo = (status: 'in_progress' | 'cancelled') => ({ ...pathOf(request), body: { status } });
  await api.as(admin, contract.requests.changeStatus, setTo('in_progress'));
  await expect(dialog.getByRole('alert')).toHaveText(
    'You changed this request yourself, here or in another window. What you entered is still here: choose what stands.',
  );
  await api.office(contract.requests.changeStatus, setTo('cancelled'));
  await expect(dialog.getByRole('alert')).toContainText('Olive Office changed this request while you were editing.');
});

test('A change in another tab of the dialog is the own one', async ({ page, api }) => {
  const admin = await api.person('admin');
  const request = await api.request();
  await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
  const dialog = await openRequest(page, 'View Details', request.external_id);
  await dialog.getByRole('tab', { name: 'Assignment' }).click();
  await dialog.getByLabel(/Notes/).first().fill('Bring the ladder');
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await dialog.getByRole('button', { name: 'Edit Request' }).click();
  await dialog.getByLabel('Title').fill('Dark sign');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Assignment' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'You changed this request yourself, here or in another window.',
  );
});
