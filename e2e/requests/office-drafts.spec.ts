import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { type Api, customer, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { chosenFiles, expectKeptFiles, fileInput, openForm, received, submit } from '../support/request-form.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const isEntry = (page: Page) => expect(page.getByText('You enter this request for a customer')).toBeVisible();

/** A customer with a request, and the id that the form is opened with. */
async function caller(api: Api): Promise<{ id: number; name: string; email: string }> {
  const { customerEmail: email, ...details } = customer();
  const name = unique('Caller ');
  await api.request({ ...details, customerEmail: email, customerName: name });
  const { customers } = await api.office(contract.customers.list, { query: { search: email } });
  return { id: Number(customers[0]?.id), name, email };
}

/** Opens the form for a customer, and waits until it is filled in. */
async function openFor(page: Page, { id, name, email }: Awaited<ReturnType<typeof caller>>): Promise<void> {
  await page.goto(paths.requestFor(id));
  await expect(page.getByText(`Filled in from the details of ${name}.`)).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(email);
}

test('Two tabs of the office hold a request each, also after a reload and when one is sent', async ({ page, api }) => {
  const [first, second] = [await caller(api), await caller(api)];
  await openAs(page, await api.person('admin'), '/dashboard/admin');
  await openFor(page, first);
  const title = unique('Of the first ');
  await field(page, 'Title').fill(title);
  const other = await page.context().newPage();
  await openFor(other, second);
  await field(other, 'Title').fill(unique('Of the second '));
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue(first.email);
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(page.getByText(`Filled in from the details of ${first.name}.`)).toBeVisible();
  await other.reload();
  await expect(field(other, 'Email')).toHaveValue(second.email);
  await field(other, 'Description').fill('Since Friday');
  await submit(other);
  await received(other);
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue(first.email);
  await expect(field(page, 'Title')).toHaveValue(title);
  // A form without a customer is another request as well.
  await other.getByRole('button', { name: 'Submit another request' }).click();
  await isEntry(other);
  await expect(field(other, 'Email')).toHaveValue('');
  await field(other, 'Title').fill('In the empty form');
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue(title);
});

test('A call that interrupts a begun request gives it back with its photo after it', async ({ page, api }) => {
  const [first, second] = [await caller(api), await caller(api)];
  await openAs(page, await api.person('admin'), '/dashboard/admin');
  await openFor(page, first);
  const title = unique('Begun ');
  await field(page, 'Title').fill(title);
  await fileInput(page).setInputFiles([photo('pole.png')]);
  await expect(chosenFiles(page)).toHaveCount(1);
  await expectKeptFiles(page, 1);
  await openFor(page, second);
  await expect(
    page.getByText('The request that you began before comes back when this one is sent, or with Undo.'),
  ).toBeVisible();
  await expect(chosenFiles(page)).toHaveCount(0);
  await field(page, 'Title').fill(unique('Urgent '));
  await field(page, 'Description').fill('Since now');
  // The note and what lies below outlive a reload.
  await page.reload();
  await expect(field(page, 'Description')).toHaveValue('Since now');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(chosenFiles(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(field(page, 'Description')).toHaveValue('Since now');
  await expect(chosenFiles(page)).toHaveCount(0);
  await submit(page);
  await received(page);
  await page.getByRole('button', { name: 'Continue the request you began' }).click();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(field(page, 'Email')).toHaveValue(first.email);
  await expect(chosenFiles(page)).toHaveCount(1);
  await field(page, 'Description').fill('Since Friday');
  await submit(page);
  await received(page);
  await page.getByRole('button', { name: 'Submit another request' }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(chosenFiles(page)).toHaveCount(0);
});

test('Entries that nobody changed make room for the next ones', async ({ page, api }) => {
  const [first, second] = [await caller(api), await caller(api)];
  await openAs(page, await api.person('admin'), '/dashboard/admin');
  await openFor(page, first);
  await openFor(page, second);
  await expect(page.getByText('comes back when this one is sent')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(field(page, 'Email')).toHaveValue('');
  await expect(page.getByText(`What came from the details of ${second.name} is out of the form.`)).toBeVisible();
});

test('What a visitor began on this device comes back after the office entered a request', async ({ page, api }) => {
  const who = await caller(api);
  await openForm(page);
  await field(page, 'Title').fill('Typed by a visitor');
  await openAs(page, await api.person('admin'), '/dashboard/admin');
  await openFor(page, who);
  await expect(page.getByText('The request that you began before comes back when this one is sent')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(field(page, 'Title')).toHaveValue('Typed by a visitor');
});

test('Logging out asks before it deletes a request that was begun', async ({ page, api }) => {
  const who = await caller(api);
  await openAs(page, await api.person('admin'), '/dashboard/admin');
  await openFor(page, who);
  await field(page, 'Title').fill('Begun');
  await page.goto('/dashboard/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('You began to enter a request in this tab.');
  await question.getByRole('button', { name: 'Stay Signed In' }).click();
  await page.goto('/request');
  await expect(field(page, 'Title')).toHaveValue('Begun');
  await page.goto('/dashboard/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Log Out and Discard' }).click();
  await expect(page).toHaveURL(/login/);
  await openForm(page);
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(field(page, 'Email')).toHaveValue('');
});

test('The sign-in of another admin ends a request that was begun, after the session ran out', async ({ page, api }) => {
  const who = await caller(api);
  await openAs(page, await api.person('admin'), '/dashboard/admin');
  await openFor(page, who);
  await field(page, 'Title').fill('Begun');
  await openAs(page, await api.person('admin'), '/dashboard/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await openForm(page);
  await isEntry(page);
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(field(page, 'Email')).toHaveValue('');
});
