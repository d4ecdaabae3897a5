import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

test('A printed message, customer list and work order have what is read of them, and no button or field', async ({
  page,
  api,
}) => {
  const sent = await api.message();
  await api.office(contract.contact.setNotes, { ...pathOf(sent), body: { notes: 'Wants a quote.' } });
  const technician = await api.person('technician');
  const { id } = await api.assignedTo(technician);
  const dialog = page.getByRole('dialog');

  await openAs(page, await api.staff('admin'), `/dashboard/admin/contacts?contactId=${sent.id}`);
  await expect(dialog.getByLabel('Admin notes')).toHaveValue('Wants a quote.');
  await page.emulateMedia({ media: 'print' });
  await expect(dialog.getByRole('paragraph').filter({ hasText: 'Wants a quote.' })).toBeVisible();
  for (const role of ['button', 'textbox'] as const) await expect(dialog.getByRole(role)).toHaveCount(0);

  await page.goto('/dashboard/admin/customers');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('(407) 555-0111').first()).toBeVisible();

  await openAs(page, technician, `/dashboard/technician?requestId=${id}`);
  await expect(dialog.getByText('88 Sample Street')).toBeVisible();
  for (const role of ['button', 'textbox', 'radio'] as const) await expect(dialog.getByRole(role)).toHaveCount(0);
});
