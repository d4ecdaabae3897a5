import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test.describe('A try that comes too late', () => {
  test.use({ allowConsole: /409/ });
  // Live updates would show the change before the page meets it.
  test.beforeEach(({ page }) => withoutLive(page));

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
  await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Completed' });
  const setTo = (status: 'in_progress' | 'cancelled') => ({ ...pathOf(request), body: { status } });
  await api.as(admin, contract.requests.changeStatus, setTo('in_progress'));
  await expect(dialog.getByRole('alert')).toHaveText(
    'You changed the status yourself, here or in another window. What you entered is still here: choose what stands.',
  );
  await api.office(contract.requests.changeStatus, setTo('cancelled'));
  await expect(dialog.getByRole('alert')).toContainText('Olive Office changed the status while you were editing.');
});

test('A correction in another tab asks nothing about a note', async ({ page, api }) => {
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
  await expect(dialog.getByLabel(/Notes/).first()).toHaveValue('Bring the ladder');
  await expect(dialog.getByRole('button', { name: 'Assign Technician' })).toBeEnabled();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});
