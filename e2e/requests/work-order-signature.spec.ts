import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { closeSaved, openRequest, rowOf, sign } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const SENT = 'Request updated successfully!';

test('A customer who is absent leaves the request in progress, and the office sees it until it answers', {
  tag: '@phone-only',
}, async ({ page, api, browser, server }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByRole('button', { name: 'Customer cannot sign' }).click();
  await expect(dialog.getByRole('radio', { name: 'In Progress' })).toBeChecked();
  const section = dialog.getByRole('region', { name: 'Visit without a signature' });
  await expect(section).toContainText('The request stays in progress, and the office is told.');
  // The pressed button is gone.
  await expect(section.getByRole('radio', { name: 'Customer absent' })).toBeFocused();
  const update = dialog.getByRole('button', { name: 'Update Request' });

  // What the section promises is not left out silently because nothing is entered in it.
  await update.click();
  await expect(section.getByText('Please say whether the customer was absent or declined to sign')).toBeVisible();
  await section.getByLabel('Reason').fill('The gate was locked at 3 PM.');
  await section.getByRole('radio', { name: 'Customer absent' }).check();
  await update.click();
  await expect(section.getByText('Please confirm that you were there and got no signature')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await section.getByRole('checkbox', { name: 'I was there and got no signature' }).check();
  await section.getByLabel('Reason').fill('');
  await update.click();
  await expect(section.getByText('Please say why there is no signature')).toBeVisible();
  await section.getByLabel('Reason').fill('The gate was locked at 3 PM.');
  await update.click();
  await closeSaved(dialog, SENT);
  await expect(rowOf(page, request.external_id)).toContainText('In Progress');

  const office = await browser.newPage({ baseURL: server });
  await openAs(office, await api.staff('admin'), '/dashboard/admin');
  const needs = office.getByRole('region', { name: 'What needs you now' });
  await needs.getByRole('link', { name: /^\d+ No signature: customer absent or declined$/ }).click();
  const detail = await openRequest(office, 'View Details', request.external_id);
  const visits = detail.getByRole('list', { name: 'Visits Without a Signature' });
  await expect(visits).toContainText('Customer absent Waits for the office');
  await expect(visits).toContainText('The gate was locked at 3 PM.');
  await expect(visits).toContainText(`Confirmed by ${technician.name}`);
  await api.office(contract.requests.changeStatus, {
    ...pathOf(request),
    body: { status: 'in_progress', notes: 'Rang the customer.' },
  });
  await office.reload();
  await expect(visits).toContainText('Customer absent');
  await expect(visits).not.toContainText('Waits for the office');
  await detail.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(office.getByText('Only requests: No signature: customer absent or declined')).toBeVisible();
  await expect(rowOf(office, request.external_id)).toBeHidden();
  await office.close();
});

test('A typed name is recorded as typed', { tag: '@phone-only' }, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByText('Type name').click();
  await dialog.getByLabel('Full name as signature').fill('Dana Whitfield');
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(SENT)).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved.evidence).toMatchObject([{ signature_kind: 'typed', signed_name: 'Dana Whitfield', rating: 5 }]);
});

test('A drawn signature and a typed name both stay when the way of signing is switched', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await sign(page, dialog);
  const drawn = () => dialog.locator('canvas').evaluate((pad: HTMLCanvasElement) => pad.toDataURL());
  await dialog.getByText('Type name').click();
  await expect(dialog.getByRole('img', { name: 'Signature area, empty' })).toBeVisible();
  await dialog.getByText('Draw', { exact: true }).click();
  await expect(dialog.getByRole('img', { name: 'Signature area, signed' })).toBeVisible();
  // From here on: strokes that are drawn again are smoothed a little.
  const strokes = await drawn();
  const isAsDrawn = async () => (await drawn()) === strokes;
  await dialog.getByText('Type name').click();
  const name = dialog.getByLabel('Full name as signature');
  await name.fill('Dana Whitfield');
  await dialog.getByText('Draw', { exact: true }).click();
  expect(await isAsDrawn()).toBe(true);
  await dialog.getByText('Type name').click();
  await expect(name).toHaveValue('Dana Whitfield');
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(name).toHaveValue('');
  await dialog.getByText('Draw', { exact: true }).click();
  expect(await isAsDrawn()).toBe(true);
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(SENT)).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved.evidence).toMatchObject([{ signature_kind: 'drawn', signed_name: null, rating: 5 }]);
});
