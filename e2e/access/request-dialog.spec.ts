import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, type Input, pathOf } from '../support/calls.ts';
import { photo, signatureUrl } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /status of 409/ });

test('A request: every tab, a picture in full size, refused fields, and a conflict', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const request = await api.request({}, [photo('pole.png')]);
  const { id, external_id } = request;
  await api.as(null, contract.requests.track, { params: { id: external_id } });
  const after = [photo('after.png', [200, 200, 90])];
  await api.office(contract.requests.updateWithFiles, {
    ...pathOf(request),
    body: { status: 'in_progress' },
    files: after,
  });
  // The look-up is stored a moment later, and the open tab reads again only after half a minute.
  const looks = async () => (await api.office(contract.requests.trackingStats, pathOf(request))).stats.totalTracks;
  await expect.poll(looks, { intervals: [100] }).toBe(1);
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${external_id}&requestId=${id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(external_id) });
  const tab = (name: string) => dialog.getByRole('tab', { name }).click();
  await expect(dialog.getByRole('list', { name: 'Timeline' })).toBeVisible();
  await expectAccessible(page);
  await tab('Files (2)');
  await expect(dialog.getByRole('button', { name: /pole\.png/ })).toBeVisible();
  await expectAccessible(page, dialog);
  await tab('Tracking');
  await expect(dialog.getByRole('tabpanel', { name: 'Tracking' }).getByRole('list', { name: 'Devices' })).toBeVisible();
  await expectAccessible(page, dialog);
  await tab('Assignment');
  await dialog.getByRole('button', { name: 'Assign Technician' }).click();
  await expect(dialog.getByText('Please select a technician')).toBeVisible();
  await expectAccessible(page, dialog);
  await tab('Status');
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(dialog.getByText('Please select a status')).toBeVisible();
  await expectAccessible(page, dialog);
  await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
  await api.office(contract.requests.changeStatus, {
    ...pathOf(request),
    body: { status: 'assigned', notes: 'Ladder is up.' },
  });
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(dialog.getByRole('table', { name: 'What has changed' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Discard mine' }).click();

  await tab('Files (2)');
  await dialog.getByRole('button', { name: /pole\.png/ }).click();
  const viewer = page.getByRole('dialog', { name: 'pole.png' });
  await expect(viewer.getByRole('button', { name: 'Next image' })).toBeVisible();
  await expectAccessible(page);
});

test('The evidence of a request: earlier completions, a visit without a signature, and the link of its customer', {
  tag: '@phone',
}, async ({ page, api }) => {
  const technician = await api.person('technician', unique('Tess '));
  const request = await api.assignedTo(technician);
  const update = (body: Input<typeof contract.requests.updateWithFiles>['body']) =>
    api.as(technician, contract.requests.updateWithFiles, { ...pathOf(request), body });
  await update({ status: 'completed', rating: 2, customer_notes: 'Dim.', signature: signatureUrl() });
  await update({ status: 'in_progress' });
  const absent = { unsigned: 'absent', unsigned_reason: 'The gate was locked.', unsigned_confirmed: true } as const;
  await update({ status: 'in_progress', ...absent });
  await update({ status: 'completed', rating: 5, customer_notes: 'Bright.', signature: signatureUrl() });
  await openAs(
    page,
    await api.staff('admin'),
    `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`,
  );
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(dialog.getByRole('list', { name: 'Earlier Completions' })).toContainText('Dim.');
  await expect(dialog.getByRole('list', { name: 'Visits Without a Signature' })).toContainText('The gate was locked.');
  await expect(dialog.getByRole('img', { name: 'Customer signature', exact: true })).toBeVisible();
  await expect(dialog.getByText(/opens this work order, without notes, until/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End Link' }).click();
  const question = page.getByRole('dialog', { name: "End the customer's link?" });
  await expect(question).toBeVisible();
  await expectAccessible(page, question);
});
