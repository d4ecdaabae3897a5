import type { Locator, Page } from '@playwright/test';
import { textLimits } from '#contract/words/limits.ts';
import type { Api } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { closeSaved, rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';

const UPDATE = callTo(contract.requests.updateWithFiles);
const SENT = 'Request updated successfully!';
const tooLong = (limit: number) => 'x'.repeat(limit + 1);

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
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByText('Type name').click();
  await dialog.getByLabel('Full name as signature').fill('Dana Whitfield');
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
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
  await closeSaved(dialog, SENT);
  await expect(rowOf(page, request.external_id)).toContainText('Completed');
  await expect(rowOf(page, request.external_id)).not.toContainText('Not finished');
  expect((await saved()).rating).toBe(5);
});

test('An error in a folded section opens it and has the focus', { tag: '@phone-only' }, async ({ page, api }) => {
  const { dialog, saved, update } = await openOrder(page, api);
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  const fold = dialog.getByRole('button', { name: 'No signature: customer absent or declined' });
  await fold.click();
  await dialog.getByLabel('Reason').fill('The gate was locked.');
  await fold.click();
  await update.click();
  await expect(dialog.getByText('Please say whether the customer was absent or declined to sign')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Customer absent' })).toBeFocused();

  await dialog.getByLabel('Reason').fill(tooLong(textLimits.requestNote));
  await fold.click();
  await update.click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  // Another status has no such section.
  await complete(dialog);
  await dialog.getByLabel(/feedback/i).fill(tooLong(textLimits.feedback));
  await dialog.getByRole('button', { name: 'Client rating and signature' }).click();
  await update.click();
  await expect(dialog.getByLabel(/feedback/i)).toBeFocused();
  await dialog.getByLabel(/feedback/i).fill('Bright again.');
  await update.click();
  await expect(dialog.getByText(SENT)).toBeVisible();
  expect(await saved()).toMatchObject({ status: 'completed', customer_notes: 'Bright again.', unsigned_visits: [] });
});

test('A feedback that is too long stops no update without a completion', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const { dialog, saved, update } = await openOrder(page, api);
  await complete(dialog);
  await dialog.getByLabel(/feedback/i).fill(tooLong(textLimits.feedback));
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await update.click();
  await expect(dialog.getByText(SENT)).toBeVisible();
  expect(await saved()).toMatchObject({ status: 'in_progress', customer_notes: null, evidence: [] });
});
