import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type Api, PASSWORD, type SubmittedRequest, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest, rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, withoutLive } from '../support/network.ts';

test.use({ allowConsole: /status of 4\d\d/ });
// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

const formIn = (dialog: Locator) => dialog.getByRole('form', { name: 'Edit Request' });
const edit = (dialog: Locator) => dialog.getByRole('button', { name: 'Edit Request' });
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save Changes' });
const saved = (dialog: Locator) => dialog.getByText('Request updated successfully!');
const fact = (dialog: Locator, term: string) =>
  dialog
    .getByRole('tabpanel', { name: 'Details' })
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following::dd[1]');
const stored = async (api: Api, request: SubmittedRequest) =>
  (await api.office(contract.requests.get, pathOf(request))).request;

/** Opens the form of a correction in the dialog of a request. */
async function openForm(page: Page, api: Api, request: SubmittedRequest): Promise<Locator> {
  await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await edit(dialog).click();
  await expect(formIn(dialog).getByLabel('Title')).toBeFocused();
  return dialog;
}

test('The office corrects a request, and the dialog, the list and the public page show it', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const request = await api.request({
    priority: 'Emergency',
    service_type: 'Neon signs',
    paymentAddress: '1 Billing Way',
  });
  const before = await stored(api, request);
  const admin = await api.staff('admin');
  await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
  const dialog = await openRequest(page, 'View Details', request.external_id);
  await edit(dialog).click();
  const form = formIn(dialog);
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(save(dialog)).toBeDisabled();
  // A service that is not offered any more can stay.
  await expect(form.getByLabel('Service (optional)')).toHaveValue('Neon signs');
  await expect(form.getByLabel('Payment address (optional)')).toHaveValue('1 Billing Way');
  await expect(form.getByLabel('Priority')).toHaveText('LowMediumHighEmergency');
  await expectAccessible(page);

  const title = unique('Dark sign ');
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Priority').selectOption('High');
  await form.getByLabel('Phone').fill('(407) 555-0199');
  await form.getByLabel('Service address').fill('Suite 200, 88 Sample Street');
  await form.getByLabel('Payment address').fill('');
  await form.getByLabel('Payment address').press('Enter');
  await expect(saved(dialog)).toBeVisible();
  await expect(edit(dialog)).toBeFocused();
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  await expect(fact(dialog, 'Title')).toHaveText(title);
  await expect(fact(dialog, 'Phone')).toHaveText('(407) 555-0199');
  await expect(fact(dialog, 'Service address')).toHaveText('Suite 200, 88 Sample Street');
  await expect(dialog.getByRole('term').filter({ hasText: 'Payment address' })).toHaveCount(0);
  await expect(dialog.getByText('High', { exact: true })).toBeVisible();
  expect(await stored(api, request)).toEqual({
    ...before,
    title,
    priority: 'high',
    customer: {
      ...before.customer,
      phone: '(407) 555-0199',
      address: 'Suite 200, 88 Sample Street',
      payment_address: null,
    },
    // The corrected address names none.
    town: null,
    changed_by: admin.id,
    history: [...before.history, expect.objectContaining({ change: 'details', by: admin.name })],
    history_total: before.history_total + 1,
    updated_at: expect.any(String),
    version: before.version + 1,
  });

  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, request.external_id)).toContainText(title);
  await expect(rowOf(page, request.external_id)).toContainText('High');
  await page.goto(`/track?id=${request.external_id}`);
  await expect(page.getByRole('region', { name: title }).getByText('High', { exact: true })).toBeVisible();
});

test('What is refused stands at its field, and what was typed stays', async ({ page, api }) => {
  const request = await api.request();
  const dialog = await openForm(page, api, request);
  const form = formIn(dialog);
  const required = {
    Title: 'Title is required',
    Description: 'Description is required',
    Name: 'Name is required',
    Phone: 'Phone is required',
    'Service address': 'Service address is required',
  };
  for (const label of Object.keys(required)) await form.getByLabel(label, { exact: false }).fill(' ');
  await form.getByLabel('Email').fill('dana at home');
  await save(dialog).click();
  for (const [label, text] of Object.entries(required)) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(text);
  }
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email');
  await expect(form.getByLabel('Email')).toHaveValue('dana at home');
  await expect(form.getByLabel('Title')).toBeFocused();
  await expectAccessible(page, dialog);

  await form.getByLabel('Title').fill('T'.repeat(152));
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription('2 characters too many: at most 150 fit.');
  expect(await stored(api, request)).toMatchObject({ title: request.title, version: 1 });
});

test('What the server alone refuses stands at its field as well', async ({ page, api }) => {
  const request = await api.request();
  const dialog = await openForm(page, api, request);
  const phone = formIn(dialog).getByLabel('Phone');
  await phone.fill('555');
  const details = [{ field: 'customer_phone', message: 'This number does not exist' }];
  await page.route(callTo(contract.requests.update, { id: request.id }), (route) =>
    route.request().method() === 'PUT'
      ? answer(route, 400, { success: false, code: 'validation_failed', message: 'Not valid', details })
      : route.continue(),
  );
  await save(dialog).click();
  await expect(phone).toHaveAccessibleDescription('This number does not exist');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('555');
  await page.unrouteAll();
  await phone.fill('(407) 555-0155');
  await save(dialog).click();
  await expect(saved(dialog)).toBeVisible();
  expect((await stored(api, request)).customer.phone).toBe('(407) 555-0155');
});

test('Two corrections at once stand side by side, and the user decides', { tag: '@phone' }, async ({ page, api }) => {
  const request = await api.request({ paymentAddress: '1 Billing Way' });
  const dialog = await openForm(page, api, request);
  const form = formIn(dialog);
  await form.getByLabel('Phone').fill('(407) 555-0177');
  await form.getByLabel('Name').fill('Dana W.');
  await form.getByLabel('Payment address').fill('');
  await api.office(contract.requests.update, {
    ...pathOf(request),
    body: { customer_phone: '(407) 555-0188', priority: 'high' },
  });
  await save(dialog).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    /^Olive Office changed the customer phone on .* What you entered is still here: choose what stands\.$/,
  );
  const cells = (name: RegExp) => form.getByRole('row', { name }).getByRole('cell');
  await expect(cells(/^Customer phone/)).toHaveText(['(407) 555-0111', /^\(407\) 555-0188Take this/, '(407) 555-0177']);
  // Nobody else has changed what else was entered, and the user has not touched the priority.
  await expect(form.getByRole('rowheader')).toHaveText(['Customer phone']);
  await expect(form.getByLabel('Phone')).toHaveValue('(407) 555-0177');
  await expect(save(dialog)).toHaveCount(0);
  await expectAccessible(page, dialog);
  await form.getByRole('button', { name: 'Save mine' }).click();
  await expect(saved(dialog)).toBeVisible();
  // What the user has not touched stays as the other one has changed it.
  expect(await stored(api, request)).toMatchObject({
    priority: 'high',
    customer: { name: 'Dana W.', phone: '(407) 555-0177', payment_address: null },
  });

  await edit(dialog).click();
  await form.getByLabel('Phone').fill('(407) 555-0100');
  await api.office(contract.requests.update, { ...pathOf(request), body: { customer_phone: '(407) 555-0199' } });
  await save(dialog).click();
  await form.getByRole('button', { name: 'Discard mine' }).click();
  await expect(form.getByLabel('Phone')).toHaveValue('(407) 555-0199');
  await expect(save(dialog)).toBeDisabled();
});

test('Unsaved text is asked about, and comes back after another sign-in', async ({ page, api }) => {
  const admin = await api.person('admin');
  const request = await api.request();
  await openAs(page, admin, `/dashboard/admin?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  const form = formIn(dialog);
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await edit(dialog).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit(dialog)).toBeFocused();

  await edit(dialog).click();
  await form.getByLabel('Phone').fill('(407) 555-0166');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(form.getByLabel('Phone')).toHaveValue('(407) 555-0166');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(edit(dialog)).toBeFocused();
  await expect(fact(dialog, 'Phone')).toHaveText('(407) 555-0111');

  await edit(dialog).click();
  await form.getByLabel('Phone').fill('(407) 555-0166');
  await form.getByLabel('Priority').selectOption('High');
  await api.office(contract.users.toggleStatus, { ...pathOf(admin), body: {} });
  await api.office(contract.users.toggleStatus, { ...pathOf(admin), body: {} });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.getByLabel('Phone')).toHaveValue('(407) 555-0166');
  await expect(form.getByLabel('Priority')).toHaveValue('high');
  await save(dialog).click();
  await expect(saved(dialog)).toBeVisible();
  expect(await stored(api, request)).toMatchObject({ priority: 'high', customer: { phone: '(407) 555-0166' } });
});

test('A new status does not close the dialog over a correction that is not sent', async ({ page, api }) => {
  const request = await api.request();
  const dialog = await openForm(page, api, request);
  const phone = formIn(dialog).getByLabel('Phone');
  await phone.fill('(407) 555-0144');
  await dialog.getByRole('tab', { name: 'Status' }).click();
  const status = dialog.getByRole('combobox', { name: 'Status' });
  await status.selectOption('In Progress');
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByText('Now: In Progress.')).toBeVisible();
  await expect(status).toHaveValue('');
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await expect(phone).toHaveValue('(407) 555-0144');
  await save(dialog).click();
  await expect(saved(dialog)).toBeVisible();
  expect(await stored(api, request)).toMatchObject({ status: 'in_progress', customer: { phone: '(407) 555-0144' } });
});

test('An auditor reads a request and cannot correct it', async ({ page, api }) => {
  const request = await api.request();
  await openAs(page, await api.staff('auditor'), `/dashboard/auditor/requests?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(fact(dialog, 'Title')).toHaveText(request.title);
  await expect(edit(dialog)).toHaveCount(0);
});

test('The key `e` begins a correction from every tab, leaves one that is begun as it is, and is listed', async ({
  page,
  api,
}) => {
  const request = await api.request();
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${request.external_id}`);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByText('In an open request: to its Assignment, to its Status, Edit Request')).toBeVisible();
  await page.keyboard.press('Escape');
  const dialog = await openRequest(page, 'View Details', request.external_id);
  await dialog.getByRole('tab', { name: /^Files/ }).click();
  await page.keyboard.press('e');
  const title = dialog.getByLabel('Title');
  await expect(title).toBeFocused();
  await title.pressSequentially('e');
  const typed = await title.inputValue();
  await dialog.getByRole('tab', { name: /^Files/ }).click();
  await page.keyboard.press('e');
  await expect(title).toBeFocused();
  await expect(title).toHaveValue(typed);
});
