import { expectAccessible } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test.use({ allowConsole: /status of 409/ });
// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

test('What somebody else has changed is taken field by field', async ({ page, api }) => {
  const request = await api.request();
  await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  const form = dialog.getByRole('form', { name: 'Edit Request' });
  const edit = dialog.getByRole('button', { name: 'Edit Request' });
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await edit.click();
  await form.getByLabel('Phone').fill('(407) 555-0177');
  await form.getByLabel('Title').fill('Mine');
  await api.office(contract.requests.update, {
    ...pathOf(request),
    body: { customer_phone: '(407) 555-0188', title: 'Theirs', priority: 'high' },
  });
  await save.click();
  const take = form.getByRole('button', { name: /^Take this for / });
  await expect(take).toHaveCount(2);
  await form.getByRole('button', { name: 'Take this for Customer phone' }).click();
  await expect(form.getByLabel('Phone')).toHaveValue('(407) 555-0188');
  await expect(form.getByRole('button', { name: 'Save mine' })).toBeFocused();
  await expect(form.getByLabel('Title')).toHaveValue('Mine');
  await expect(take).toHaveCount(1);
  await expectAccessible(page, dialog);
  await form.getByRole('button', { name: 'Save mine' }).click();
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  const { request: stored } = await api.office(contract.requests.get, pathOf(request));
  expect(stored).toMatchObject({
    title: 'Mine',
    priority: 'high',
    customer: { phone: '(407) 555-0188' },
  });

  // With the last one there is nothing left to decide.
  await edit.click();
  await form.getByLabel('Title').fill('Mine again');
  await api.office(contract.requests.update, { ...pathOf(request), body: { title: 'Theirs again', priority: 'low' } });
  await save.click();
  await take.click();
  await expect(form.getByRole('table', { name: 'What has changed' })).toHaveCount(0);
  await expect(form.getByLabel('Title')).toHaveValue('Theirs again');
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form.getByLabel('Priority')).toHaveValue('low');
  await expect(save).toBeDisabled();
});
