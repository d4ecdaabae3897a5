import { contract, pathOf } from '../support/calls.ts';
import { openRequest, sign } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { WAITS } from '../support/outbox.ts';

test.use({ allowConsole: /net::ERR_/ });

test('An offline completion arrives beside a correction of the office', {
  tag: '@phone-only',
}, async ({ page, api, context }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await context.setOffline(true);
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await sign(page, dialog);
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  await dialog.getByLabel('Notes').fill('Ballast of pole 4 replaced.');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await api.office(contract.requests.update, { ...pathOf(request), body: { customer_phone: '(407) 555-0188' } });
  await api.office(contract.requests.changeStatus, {
    ...pathOf(request),
    body: { status: 'assigned', notes: 'Gate code 4711.' },
  });
  await context.setOffline(false);
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved).toMatchObject({ status: 'completed', rating: 5, customer: { phone: '(407) 555-0188' } });
  expect(saved.notes).toContain('Gate code 4711.');
  expect(saved.notes).toContain('Ballast of pole 4 replaced.');
});

test('An open work order takes over the status beside a note', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await dialog.getByLabel('Notes').fill('Rang twice.');
  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
  await expect(dialog.getByRole('radio', { name: 'In Progress' })).toBeChecked();
  await expect(dialog.getByRole('table', { name: 'What has changed' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect([saved.status, saved.notes]).toEqual(['in_progress', expect.stringContaining('Rang twice.')]);
});

test('An open correction takes over other corrected fields', async ({ page, api }) => {
  const request = await api.request();
  await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  const form = dialog.getByRole('form', { name: 'Edit Request' });
  await dialog.getByRole('button', { name: 'Edit Request' }).click();
  await form.getByLabel('Title').fill('Dark sign');
  await api.office(contract.requests.update, {
    ...pathOf(request),
    body: { customer_phone: '(407) 555-0188', priority: 'high' },
  });
  await expect(form.getByLabel('Phone')).toHaveValue('(407) 555-0188');
  await expect(form.getByLabel('Priority')).toHaveValue('high');
  await expect(form.getByLabel('Title')).toHaveValue('Dark sign');
  await expect(form.getByRole('table', { name: 'What has changed' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved).toMatchObject({ title: 'Dark sign', priority: 'high', customer: { phone: '(407) 555-0188' } });
});
