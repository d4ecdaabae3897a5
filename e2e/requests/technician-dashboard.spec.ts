import { contract, pathOf } from '../support/calls.ts';
import { closeSaved, openRequest, rowOf, sign } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';
import { sendByHandOnly } from '../support/outbox.ts';

test.describe('The Technician Dashboard', () => {
  test('completes a work order and enforces each rule', { tag: '@phone' }, async ({ page, api }) => {
    const technician = await api.staff('technician');
    const request = await api.assignedTo(technician);
    await openAs(page, technician, '/dashboard/technician');
    await expect(rowOf(page, request.external_id)).toContainText('Assigned');

    let dialog = await openRequest(page, 'Work on it', request.external_id);
    await expect(dialog.getByRole('link', { name: '(407) 555-0111' })).toHaveAttribute('href', /^tel:/);
    await expect(dialog.getByRole('radio', { name: 'Pending' })).toHaveCount(0);
    await dialog.getByRole('radio', { name: 'In Progress' }).check();
    await dialog.getByLabel('Notes').fill('Lamp is burnt.');
    await dialog.locator('input[type=file][multiple]').setInputFiles([photo('before.png'), photo('extra.png')]);
    await dialog.getByRole('button', { name: 'Remove extra.png' }).click();
    await expect(dialog.getByText('extra.png')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, request.external_id)).toContainText('In Progress');

    dialog = await openRequest(page, 'Work on it', request.external_id);
    await expect(dialog).toContainText('before.png');
    await dialog.getByRole('radio', { name: 'Completed' }).check();
    // Choosing Completed opens the client's part. Closed by hand, it is asked for.
    await dialog.getByRole('button', { name: 'Client rating and signature' }).click();
    const update = dialog.getByRole('button', { name: 'Update Request' });
    await update.click();
    await expect(dialog.getByText('Please collect client signature and rating to complete the case')).toBeVisible();
    await update.click();
    await expect(dialog.getByText('Client signature is required to complete the case')).toBeVisible();
    await sign(page, dialog);
    await update.click();
    await expect(dialog.getByText('Client rating (1-5 stars) is required to complete the case')).toBeVisible();
    await dialog.getByRole('radio', { name: /^4 stars/ }).check();
    await dialog.getByLabel(/feedback/i).fill('Bright again.');
    await update.click();
    await closeSaved(dialog, 'Request updated successfully!');
    await expect(rowOf(page, request.external_id)).toContainText('Completed');

    const { request: saved } = await api.office(contract.requests.get, pathOf(request));
    expect(saved).toMatchObject({ rating: 4, customer_notes: 'Bright again.', signature: { file_type: 'image/png' } });
  });

  test('completes a work order with the keyboard alone', async ({ page, api }) => {
    const technician = await api.staff('technician');
    const request = await api.assignedTo(technician);
    await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
    const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
    await dialog.getByRole('radio', { name: 'Completed' }).focus();
    await page.keyboard.press('Space');
    const update = dialog.getByRole('button', { name: 'Update Request' });
    await dialog.getByRole('radio', { name: /^1 star/ }).focus();
    await page.keyboard.press('Space');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: /^5 stars/ })).toBeChecked();
    await dialog.getByRole('radio', { name: 'Draw' }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByLabel('Full name as signature').focus();
    await page.keyboard.type('Dana Whitfield');
    await update.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  });

  test('keeps the input when the server cannot be reached', async ({ page, api }) => {
    const technician = await api.staff('technician');
    const request = await api.assignedTo(technician);
    await sendByHandOnly(page);
    await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
    const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
    await dialog.getByRole('radio', { name: 'In Progress' }).check();
    await dialog.getByLabel('Notes').fill('Still here?');
    // As something in front of the server answers while it is down.
    await page.route(callTo(contract.requests.updateWithFiles), (route) => answer(route, 502, {}));
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await expect(
      dialog.getByText('Failed to update request. Not sent yet: it is sent again in a moment.'),
    ).toBeVisible();
    await expect(dialog.getByLabel('Notes')).toHaveValue('Still here?');
    await page.unroute(callTo(contract.requests.updateWithFiles));
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  });
  test.use({ allowConsole: /status of 502/ });
});
