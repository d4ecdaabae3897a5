import { contract, pathOf } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const SENT = 'Request updated successfully!';

test('What is entered in one tab stays when another tab sends something else', async ({ page, api, context }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  const path = `/dashboard/technician?requestId=${request.id}`;
  await openAs(page, technician, path);
  const other = await context.newPage();
  await other.goto(path);
  const [dialog, beside] = [page.getByRole('dialog'), other.getByRole('dialog')];
  await beside.getByLabel('Notes').fill('Breaker 7 is loose.');
  await beside.locator('input[type=file][multiple]').setInputFiles([photo('breaker.png')]);
  await expect(beside.getByRole('button', { name: /^Remove breaker/ })).toBeVisible();
  await dialog.getByLabel('Notes').fill('Ballast of pole 4 replaced.');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(SENT)).toBeVisible();

  await expect(beside.getByLabel('Notes')).toHaveValue('Breaker 7 is loose.');
  // The other tab has kept it on the device again: the list of the first one says so.
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Not finished').first()).toBeVisible();
  await other.reload();
  await expect(beside.getByText('What you had entered is back.')).toBeVisible();
  await expect(beside.getByLabel('Notes')).toHaveValue('Breaker 7 is loose.');
  // Notes and photos never collide.
  await beside.getByRole('button', { name: 'Update Request' }).click();
  await expect(beside.getByText(SENT)).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved.notes).toContain('Ballast of pole 4 replaced.');
  expect(saved.notes).toContain('Breaker 7 is loose.');
  expect(saved.files).toHaveLength(1);
});

test('What one tab sends is done in the other tab that holds the same', async ({ page, api, context }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  const path = `/dashboard/technician?requestId=${request.id}`;
  await openAs(page, technician, path);
  const [dialog, other] = [page.getByRole('dialog'), await context.newPage()];
  await dialog.getByLabel('Notes').fill('Ballast of pole 4 replaced.');
  const beside = other.getByRole('dialog');
  // The list says so once the entry is kept on the device.
  await expect(page.getByText('Not finished')).toBeVisible();
  await other.goto(path);
  await expect(beside.getByLabel('Notes')).toHaveValue('Ballast of pole 4 replaced.');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(beside.getByText(SENT)).toBeVisible();
  await expect(beside).toHaveCount(0);
});
