import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type Api, customer, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { answer, callTo, hold } from '../support/network.ts';
import { openForm, received, submit } from '../support/request-form.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** A customer with a request. */
async function known(api: Api, fields: { customerPhone?: string } = {}) {
  const details = {
    ...customer(),
    ...fields,
    customerName: unique('Tangelo Pediatrics of Winter Garden '),
    paymentAddress: '7 Paying Road',
  };
  await api.request(details);
  return details;
}

/** The distance between the note above the form and its button, in pixels. */
async function gap(page: Page, text: string): Promise<number> {
  const [note, button] = [page.getByText(text), page.getByRole('button', { name: 'Undo', exact: true })];
  await expect(note).toBeVisible();
  const [left, right] = [await note.boundingBox(), await button.boundingBox()];
  return Math.round((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0));
}

test('An emergency told on the telephone is entered without advice to call, and assigned at once', {
  tag: '@phone',
}, async ({ page, api }) => {
  await signIn(page, await api.person('admin'));
  await openForm(page);
  await expect(page.getByText('You enter this request for a customer')).toBeVisible();
  const who = customer();
  await field(page, 'Title').fill(unique('Sparks '));
  await field(page, 'Description').fill(who.description);
  await page.getByRole('radio', { name: /High/ }).check();
  await page.getByRole('radio', { name: /Emergency/ }).check();
  await expect(page.getByRole('main').getByText(/call/i).filter({ visible: true })).toHaveCount(0);
  await expectAccessible(page);
  await field(page, 'Name').fill(who.customerName);
  await field(page, 'Email').fill(who.customerEmail);
  await field(page, 'Phone').fill(who.customerPhone);
  await field(page, 'Service address').fill(who.customerAddress);
  await submit(page);
  await received(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Assign now' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('tab', { name: 'Assignment' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByRole('combobox', { name: 'Technician' })).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
});

test.describe('A message of a known customer', () => {
  test.use({ allowConsole: /500/ });

  test('is filled in with the details that it does not have, and is resolved after the request', async ({
    page,
    api,
  }) => {
    const who = await known(api);
    const sent = await api.message({ name: 'Dana', email: who.customerEmail });
    await signIn(page, await api.person('admin'));
    await page.goto(paths.requestFrom(sent.id));
    await expect(
      page.getByText(`Filled in from contact message ${sent.id} and the details of ${who.customerName}.`),
    ).toBeVisible();
    for (const [name, value] of [
      ['Name', 'Dana'],
      ['Email', who.customerEmail],
      ['Phone', who.customerPhone],
      ['Service address', who.customerAddress],
      ['Payment address (optional)', '7 Paying Road'],
      ['Description', sent.message],
    ] as const)
      await expect(field(page, name)).toHaveValue(value);
    await field(page, 'Title').fill(unique('Dark sign '));
    await submit(page);
    await received(page);

    const resolve = page.getByRole('button', { name: 'Mark the message as resolved' });
    await page.route(callTo(contract.contact.setStatus, { id: sent.id }), (route) => answer(route, 500, {}));
    await resolve.click();
    await expect(page.getByRole('alert')).toHaveText('Failed to update status');
    await page.unroute(callTo(contract.contact.setStatus, { id: sent.id }));
    await resolve.click();
    await expect(page.getByText('Status updated successfully')).toBeVisible();
    await expect(resolve).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await received(page);
    await expect(page.getByRole('link', { name: 'Assign now' })).toBeVisible();
    await expect(resolve).toHaveCount(0);
    const { data } = await api.office(contract.contact.get, { params: { id: String(sent.id) } });
    expect(data.contact.status).toBe('resolved');
  });
});

test('The button of a short note stands as near to it as that of a long one', async ({ page, api }) => {
  const [sent, who] = [await api.message(), await known(api)];
  const { customers } = await api.office(contract.customers.list, { query: { search: who.customerEmail } });
  await signIn(page, await api.person('admin'));
  await page.goto(paths.requestFrom(sent.id));
  const short = await gap(page, `Filled in from contact message ${sent.id}.`);
  await page.goto(paths.requestFor(Number(customers[0]?.id)));
  const long = await gap(page, `Filled in from the details of ${who.customerName}.`);
  expect(short).toBe(long);
});

test('A customer whose number is typed fills in the rest, which Undo takes out again', async ({ page, api }) => {
  const number = `407${String(Date.now()).slice(-7)}`;
  const who = await known(api, { customerPhone: `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}` });
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (/\/api\/customers\b/.test(sent.url())) asked.push(sent.url());
  });
  // A visitor is looked up by nobody.
  await openForm(page);
  await field(page, 'Phone').fill(number);
  await field(page, 'Email').fill(who.customerEmail);
  await field(page, 'Title').fill('');
  await field(page, 'Email').fill('');
  await field(page, 'Phone').fill('');
  expect(asked).toEqual([]);

  await signIn(page, await api.person('admin'));
  await openForm(page);
  await expect(page.getByText('You enter this request for a customer')).toBeVisible();
  await field(page, 'Title').fill('Dark sign');
  await field(page, 'Name').fill('Dana');
  await field(page, 'Phone').pressSequentially(number);
  const line = page.getByText(`${who.customerName} has this number.`);
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(line).toHaveCount(0);
  // Neither for each key nor once more when the field is left.
  expect(asked).toHaveLength(1);
  await expect(field(page, 'Phone')).toBeFocused();
  const shows = async (email: string, address: string, payment: string) => {
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Service address')).toHaveValue(address);
    await expect(field(page, 'Payment address (optional)')).toHaveValue(payment);
    // What was typed stays.
    await expect(field(page, 'Title')).toHaveValue('Dark sign');
    await expect(field(page, 'Name')).toHaveValue('Dana');
    await expect(field(page, 'Phone')).toHaveValue(number);
  };
  await shows(who.customerEmail, who.customerAddress, '7 Paying Road');
  await expect(page.getByText(`Filled in from the details of ${who.customerName}.`)).toBeVisible();
  await page.reload();
  await shows(who.customerEmail, who.customerAddress, '7 Paying Road');

  // By the email as well, when the field is left.
  await field(page, 'Service address').fill('');
  await field(page, 'Payment address (optional)').fill('');
  await field(page, 'Email').focus();
  await field(page, 'Email').blur();
  await expect(page.getByText(`${who.customerName} has this email.`)).toBeVisible();
  await page.getByRole('button', { name: 'Fill in' }).click();
  await shows(who.customerEmail, who.customerAddress, '7 Paying Road');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await shows(who.customerEmail, '', '');
});

test('The office is asked for the phone number first, has no bar of calls, and finds from the form and returns to it', {
  tag: '@phone',
}, async ({ page, api }) => {
  const who = await known(api, { customerPhone: '(407) 555-7321' });
  await signIn(page, await api.person('admin'));
  await openForm(page);
  await expect(page.getByText('You enter this request for a customer')).toBeVisible();
  await expect(page.locator('form input').first()).toHaveAccessibleName('Phone');
  await expect(page.getByRole('complementary', { name: 'Call or request service' })).toBeHidden();
  // What is missing is asked for in the order of the fields.
  await submit(page);
  await expect(page.getByText('Title is required')).toBeVisible();
  await expect(field(page, 'Phone')).toBeFocused();
  await field(page, 'Title').fill('Dark sign');
  await field(page, 'Phone').fill('(407) 555-01');

  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Find' });
  await find.getByRole('combobox', { name: 'Find' }).fill(who.customerPhone);
  await expect(find.getByText(who.customerName).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/request$/);
  await expect(field(page, 'Title')).toHaveValue('Dark sign');
  await expect(field(page, 'Phone')).toHaveValue('(407) 555-01');

  await page.getByRole('link', { name: /^Find a request or customer/ }).click();
  await expect(find).toBeVisible();
  await find.getByRole('combobox', { name: 'Find' }).fill('technician monitor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/technicians$/);
  await page.goBack();
  await expect(field(page, 'Title')).toHaveValue('Dark sign');
});

test('What is typed on the way from the form to Find is in its field, and in none of the form', async ({
  page,
  api,
}) => {
  await signIn(page, await api.person('admin'));
  await openForm(page);
  await expect(page.getByText('You enter this request for a customer')).toBeVisible();
  await field(page, 'Title').fill('Dark sign');
  const letDocument = await hold(page, /\/dashboard\/admin$/);
  const letSession = await hold(page, callTo(contract.auth.me));
  const asked = page.waitForRequest(/\/dashboard\/admin$/);
  await page.keyboard.press('Control+k');
  await asked;
  // The form is still there and has the focus; then a document is there that has not checked the session yet.
  await page.keyboard.type('tech');
  const checked = page.waitForRequest(callTo(contract.auth.me));
  letDocument();
  await checked;
  await page.keyboard.type('nician');
  letSession();
  await expect(page.getByRole('combobox', { name: 'Find' })).toHaveValue('technician');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Title')).toHaveValue('Dark sign');
});
