import type { Page } from '@playwright/test';
import { type Api, type Person, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, withoutLive } from '../support/network.ts';

test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /500/ });

const found = ({ email }: { email: string }) => `/dashboard/admin/users?search=${encodeURIComponent(email)}`;
const press = (page: Page, label: string, { name }: Pick<Person, 'name'>) =>
  page.getByRole('button', { name: `${label} ${name}`, exact: true }).click();
const takerOf = (dialog: ReturnType<Page['getByRole']>) => dialog.getByRole('combobox', { name: 'Who takes over?' });

/** A technician with two open requests and one that is over, and a colleague. */
async function aCrew(api: Api) {
  const leaving = await api.account('technician', unique('Tess '));
  const colleague = await api.account('technician', unique('Tom '));
  const open = [await api.assignedTo(leaving), await api.assignedTo(leaving)];
  const over = await api.assignedTo(leaving);
  await api.office(contract.requests.changeStatus, { ...pathOf(over), body: { status: 'cancelled' } });
  return { leaving, colleague, open };
}
const assigneeOf = async (api: Api, { id }: { id: number }) => {
  const { request } = await api.office(contract.requests.get, pathOf({ id }));
  return [request.assigned_to, request.status];
};

test('A deactivation asks who takes over the open requests', async ({ page, api }) => {
  const { leaving, colleague, open } = await aCrew(api);
  await openAs(page, await api.staff('admin'), found(leaving));
  await press(page, 'Deactivate', leaving);
  const question = page.getByRole('dialog', { name: `Deactivate ${leaving.name}?` });
  await expect(question).toContainText(`${leaving.name} has 2 open requests.`);
  // A press that comes too soon moves nobody's work.
  await expect(takerOf(question)).toHaveValue('');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(takerOf(question)).toBeFocused();
  await expect(takerOf(question)).toHaveAccessibleDescription(/Choose who takes over/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await assigneeOf(api, open[0] ?? { id: 0 })).toEqual([leaving.id, 'assigned']);

  await press(page, 'Deactivate', leaving);
  await expect(question.getByText('Choose who takes over')).toHaveCount(0);
  await takerOf(question).selectOption({ label: `${colleague.name} (0 open)` });
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(
    page.getByText(`User "${leaving.name}" deactivated successfully! The open requests went to ${colleague.name}.`),
  ).toBeVisible();
  for (const request of open) expect(await assigneeOf(api, request)).toEqual([colleague.id, 'assigned']);
});

test('A deletion asks as well, says when nothing could be counted, and sends the open requests back to Pending where nobody is chosen', async ({
  page,
  api,
}) => {
  const { leaving, open } = await aCrew(api);
  await openAs(page, await api.staff('admin'), found(leaving));
  await page.route(callTo(contract.requests.openWork), (route) => answer(route, 500, {}));
  // Where the open requests cannot be counted, nobody is deactivated.
  await press(page, 'Deactivate', leaving);
  await expect(page.getByText('Failed to update user status')).toBeVisible();
  await press(page, 'Delete', leaving);
  const question = page.getByRole('dialog', { name: 'Delete this user?' });
  await expect(question).toContainText('The open requests could not be counted.');
  expect(await assigneeOf(api, open[0] ?? { id: 0 })).toEqual([leaving.id, 'assigned']);
  await page.unroute(callTo(contract.requests.openWork));
  await page.reload();
  await press(page, 'Delete', leaving);
  await expect(takerOf(question)).toHaveAccessibleDescription(`${leaving.name} has 2 open requests.`);
  await question.getByRole('button', { name: 'Delete User' }).click();
  await expect(takerOf(question)).toBeFocused();
  await expect(question.getByText('Choose who takes over')).toBeVisible();
  await takerOf(question).selectOption('Nobody: back to Pending');
  await question.getByRole('button', { name: 'Delete User' }).click();
  await expect(
    page.getByText(`User "${leaving.name}" deleted successfully! The open requests went back to Pending.`),
  ).toBeVisible();
  for (const request of open) expect(await assigneeOf(api, request)).toEqual([null, 'pending']);
});

test('An edit that ends the work of a technician asks in the form', async ({ page, api }) => {
  const { leaving, colleague, open } = await aCrew(api);
  await openAs(page, await api.staff('admin'), found(leaving));
  await press(page, 'Edit', leaving);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(/^Name/)).toHaveValue(leaving.name);
  await expect(takerOf(dialog)).toBeHidden();
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Auditor');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(takerOf(dialog)).toBeFocused();
  await expect(dialog.getByText('Choose who takes over')).toBeVisible();
  await takerOf(dialog).selectOption({ label: `${colleague.name} (0 open)` });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(`User "${leaving.name}" updated successfully!`)).toBeVisible();
  for (const request of open) expect(await assigneeOf(api, request)).toEqual([colleague.id, 'assigned']);
});
