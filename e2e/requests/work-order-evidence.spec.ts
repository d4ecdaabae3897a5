import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';

const UPDATE = callTo(contract.requests.updateWithFiles);
const SENT = 'Request updated successfully!';

async function openOrder(page: Page, api: Api) {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  const saved = async () => (await api.office(contract.requests.get, pathOf(request))).request;
  return { request, dialog, saved, update: dialog.getByRole('button', { name: 'Update Request' }) };
}

/** Fills in what a completion needs. */
async function complete(dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: 'Completed' }).press('Space');
  await dialog.getByText('Type name').click();
  await dialog.getByLabel('Full name as signature').fill('Dana Whitfield');
  await dialog.getByRole('radio', { name: /^5 stars/ }).press('Space');
}

test('A rating on its way cannot be changed, and nothing of it is left behind', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const { request, dialog, saved, update } = await openOrder(page, api);
  await complete(dialog);
  const letItArrive = await hold(page, UPDATE);
  const called = page.waitForRequest(UPDATE);
  await update.click();
  await called;
  const rating = dialog.getByRole('group', { name: /^Client rating/ });
  await expect(rating.getByRole('radio').first()).toBeDisabled();
  // A change that comes through all the same makes no draft of what is saved.
  await rating.evaluate((group: HTMLFieldSetElement) => {
    group.disabled = false;
    group.querySelector('input')?.click();
  });
  letItArrive();
  await expect(dialog.getByText(SENT)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, request.external_id)).toContainText('Completed');
  await expect(rowOf(page, request.external_id)).not.toContainText('Not finished');
  expect((await saved()).rating).toBe(5);
});
