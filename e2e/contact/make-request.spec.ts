import type { Page } from '@playwright/test';
import { customer, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';
import { received, submit } from '../support/request-form.ts';

/** Opens a message as this person, and presses its link to the request form, which opens in a tab of its own. */
async function makeRequest(page: Page, person: { token: string }, id: number): Promise<Page> {
  await openAs(page, person, `/dashboard/admin/contacts?contactId=${id}`);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('link', { name: 'Make a request from this' }).click(),
  ]);
  return tab;
}

test('A request is made from a message, and each leads to the other', async ({ page, api }) => {
  const admin = await api.person('admin');
  const text = `${unique('Four of nine are out ')}\nSince Friday.`;
  const sent = await api.message({ name: 'Dana Whitfield', phone: '(407) 555-0142', message: text });
  const form = await makeRequest(page, admin, sent.id);
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await expect(field('Name')).toHaveValue('Dana Whitfield');
  await expect(field('Email')).toHaveValue(sent.email);
  await expect(field('Phone')).toHaveValue('(407) 555-0142');
  await expect(field('Description')).toHaveValue(text);
  await expect(form.getByText(`Filled in from contact message ${sent.id}.`)).toBeVisible();
  await expect(form).not.toHaveURL(/contact=/);
  await expect(field('Title')).toBeFocused();
  // Nobody is asked to call the office who is the office.
  await expect(form.getByRole('region', { name: 'Emergencies' })).toHaveCount(0);
  // What is typed now is a draft as any other.
  const title = unique('Dark poles ');
  await field('Title').fill(title);
  await form.reload();
  await expect(field('Title')).toHaveValue(title);
  await expect(field('Description')).toHaveValue(text);
  await expect(form.getByText('You enter this request for a customer')).toHaveText(
    `You enter this request for a customer, in your name: ${admin.name}. It is linked to contact message ${sent.id}.`,
  );
  await field('Service address').fill('88 Sample Street, Orlando');
  await submit(form);
  await received(form);
  await expect(form.getByRole('heading', { name: 'Request entered' })).toBeVisible();
  const id = String(await form.locator('output').textContent());
  await form.getByRole('link', { name: 'Open in the dashboard' }).click();
  const dialog = form.getByRole('dialog', { name: new RegExp(id) });
  await expect(dialog.getByRole('list', { name: 'Timeline' })).toContainText(admin.name);
  await dialog.getByRole('link', { name: `Contact message ${sent.id}` }).click();
  const message = form.getByRole('dialog', { name: /Dana Whitfield/ });
  await expect(message.getByRole('listitem').filter({ hasText: id })).toHaveText(`${id} Pending`);
  await message.getByRole('link', { name: id }).click();
  await expect(dialog).toBeVisible();
});

test('A draft made from a message outlives the end of the session in another tab, and not the logout', async ({
  page,
  api,
}) => {
  const sent = await api.message();
  const form = await makeRequest(page, await api.person('admin'), sent.id);
  await expect(form.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(sent.email);
  const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '');
  await page.evaluate(() => localStorage.removeItem('auth_token'));
  await expect(form.getByText('Your session has ended.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(sent.email);
  await page.evaluate((stored) => localStorage.setItem('auth_token', stored), token);
  await form.reload();
  await expect(form.getByText('You enter this request for a customer')).toBeVisible();
  await page.goto('/dashboard/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/login/);
  await expect(form.getByText('You logged out in another tab.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('');
  await expect(form.getByText('You enter this request for a customer')).toHaveCount(0);
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Mine');
  await page.goto('/request');
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('');
});

test.describe('A message that is deleted, and a session that ends, before the request is sent', () => {
  test.use({ allowConsole: /400|401|404/ });

  test('are told, and the request is sent all the same', async ({ page, api }) => {
    const sent = await api.message();
    const form = await makeRequest(page, await api.person('admin'), sent.id);
    await expect(form.getByText(`It is linked to contact message ${sent.id}.`)).toBeVisible();
    const title = unique('Dark all the same ');
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    await form.getByRole('textbox', { name: 'Phone', exact: true }).fill('(407) 555-0142');
    await form.getByRole('textbox', { name: 'Service address' }).fill('88 Sample Street, Orlando');
    await api.office(contract.contact.remove, { params: { id: String(sent.id) } });
    await submit(form);
    await expect(form.getByText('The contact message does not exist any more')).toBeVisible();
    await expect(form.getByText('Press Submit Request to enter the request without it.')).toBeVisible();
    await expect(form.getByText('It is linked to contact message')).toHaveCount(0);

    await form.route(callTo(contract.requests.enter), (route) =>
      answer(route, 401, { error: 'unauthorized', message: 'Please sign in' }),
    );
    await submit(form);
    await expect(form.getByText('Sign in again, or press Submit Request to send it as the customer.')).toBeVisible();
    await expect(form.getByText('You enter this request for a customer')).toHaveCount(0);
    await submit(form);
    await received(form);
    await expect(form.getByRole('link', { name: 'Open in the dashboard' })).toHaveCount(0);
    const { requests } = await api.office(contract.requests.list, { query: { search: title } });
    const { request } = await api.office(contract.requests.get, { params: { id: String(requests[0]?.id) } });
    expect(request).toMatchObject({ contact_message_id: null, history: [{ by: null }] });
  });
});

test('A request is entered for who is on the telephone, with the details that are known', async ({ page, api }) => {
  const admin = await api.person('admin');
  const caller = { ...customer(), customerName: unique('Caller '), paymentAddress: '7 Paying Road' };
  await api.request(caller);
  await openAs(page, admin, '/dashboard/admin');
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill(caller.customerEmail);
  await page.getByRole('option', { name: 'New request for this customer' }).click();
  await expect(page.getByText(`Filled in from the details of ${caller.customerName}.`)).toBeVisible();
  for (const [name, value] of [
    ['Name', caller.customerName],
    ['Email', caller.customerEmail],
    ['Phone', caller.customerPhone],
    ['Service address', caller.customerAddress],
    ['Payment address (optional)', '7 Paying Road'],
    ['Description', ''],
  ] as const)
    await expect(page.getByRole('textbox', { name, exact: true })).toHaveValue(value);
  // Back leads to the dashboard, without the palette.
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New request' })).toHaveAttribute('href', '/request');
  await page.goto(`/dashboard/admin/customers?search=${caller.customerEmail}`);
  await page.getByRole('button', { name: new RegExp(caller.customerEmail) }).click();
  await page.getByRole('link', { name: 'New request' }).click();
  await expect(page.getByText(`Filled in from the details of ${caller.customerName}.`)).toBeVisible();
});

test.describe('A message that cannot be read', () => {
  test.use({ allowConsole: /404|500/ });

  test('is told above the form, which stays as it is', async ({ page, api }) => {
    const sent = await api.message();
    await openAs(page, await api.staff('admin'), '/request?contact=2000000000');
    await expect(page.getByText('Contact message not found')).toBeVisible();
    await page.route(callTo(contract.contact.get, { id: sent.id }), (route) => answer(route, 500, {}));
    await page.goto(`/request?contact=${sent.id}`);
    await expect(
      page.getByText('The contact message could not be loaded. Reload the page to try again.'),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('');
    await page.unroute(callTo(contract.contact.get, { id: sent.id }));
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(sent.message);
  });
});
