import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';

/** Opens a message and presses its link to the request form, which opens in a tab of its own. */
async function makeRequest(page: Page, id: number): Promise<Page> {
  await page.goto(`/dashboard/admin/contacts?contactId=${id}`);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('link', { name: 'Make a request from this' }).click(),
  ]);
  return tab;
}

test('A request is made from a message, which it names', async ({ page, api }) => {
  const text = `${unique('Four of nine are out ')}\nSince Friday.`;
  const sent = await api.message({ name: 'Dana Whitfield', phone: '(407) 555-0142', message: text });
  await openAs(page, await api.staff('admin'), '/dashboard/admin/contacts');
  const form = await makeRequest(page, sent.id);
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await expect(field('Name')).toHaveValue('Dana Whitfield');
  await expect(field('Email')).toHaveValue(sent.email);
  await expect(field('Phone')).toHaveValue('(407) 555-0142');
  await expect(field('Description')).toHaveValue(`${text}\n\nFrom contact message ${sent.id}.`);
  await expect(form.getByText(`Filled in from contact message ${sent.id}. Nothing of it is cut off.`)).toBeVisible();
  await expect(form).not.toHaveURL(/contact=/);
  // What is typed now is a draft as any other.
  const title = unique('Dark poles ');
  await field('Title').fill(title);
  await form.reload();
  await expect(field('Title')).toHaveValue(title);
  await expect(field('Description')).toHaveValue(new RegExp(`From contact message ${sent.id}`));
  await field('Service address').fill('88 Sample Street, Orlando');
  await form.getByRole('button', { name: /^(Send|Submit|Request)/ }).click();
  await expect(form.getByText(/REQ-/).first()).toBeVisible();
  await openAs(page, await api.staff('admin'), `/dashboard/admin/requests?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: /^View Details/ }).click();
  await expect(page.getByRole('dialog').getByText(`From contact message ${sent.id}.`)).toBeVisible();
});

test('A draft made from a message does not outlive the logout', async ({ page, api }) => {
  const sent = await api.message();
  await openAs(page, await api.person('admin'), '/dashboard/admin/contacts');
  const form = await makeRequest(page, sent.id);
  await expect(form.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(sent.email);
  await page.goto('/dashboard/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/login/);
  await page.goto('/request');
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('');
});

test('A message that fills the description is carried over whole, and it is said that its number is not there', async ({
  page,
  api,
}) => {
  const sent = await api.message({ message: `${unique('long')}${'x'.repeat(5000)}`.slice(0, 5000) });
  await openAs(page, await api.staff('admin'), '/dashboard/admin/contacts');
  const form = await makeRequest(page, sent.id);
  await expect(form.getByText('Its number is not in the description, because the description is full.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue(sent.message);
});

test('A request that was begun before comes back with Undo', async ({ page, api }) => {
  const sent = await api.message();
  await openAs(page, await api.staff('admin'), '/request');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Begun on the phone');
  // The draft is stored as soon as the script has arrived.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('request_draft'))).toContain('Begun on the phone');
  const form = await makeRequest(page, sent.id);
  await expect(form.getByText('Undo brings back what was in the form before.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('');
  await form.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(form.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Begun on the phone');
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('');
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
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(
      `${sent.message}\n\nFrom contact message ${sent.id}.`,
    );
  });
});
