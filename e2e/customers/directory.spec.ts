import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type Api, customer, type SomeOfRequest, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { signatureUrl } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, succeed, withoutLive } from '../support/network.ts';

const CUSTOMERS = '/dashboard/admin/customers';

/** A customer with one pending, one assigned and one completed request, which was rated 4 with a long feedback. */
async function aCustomer(api: Api, fields: SomeOfRequest = {}) {
  const details = { ...customer(), ...fields };
  const { customerName: name, customerEmail: email } = details;
  const technician = await api.person('technician', 'Tess Volt');
  const done = await api.assignedTo(technician, { ...details, title: 'Pole 4 is lit again', priority: 'low' });
  const feedback = 'Very quick and very tidy, and every lamp in the lot shines again.';
  await api.as(technician, contract.requests.updateWithFiles, {
    ...pathOf(done),
    body: { status: 'completed', signature: signatureUrl(), rating: '4', customer_notes: feedback },
  });
  await api.assignedTo(technician, { ...details, title: 'Pole 5 flickers' });
  await api.request({ ...details, title: 'Pole 6 is dark' });
  return { name, email, done };
}

test.describe('Customer Management', () => {
  test('finds a customer, and shows contact, figures and the work history', { tag: '@phone' }, async ({
    page,
    api,
  }) => {
    const { name, email, done } = await aCustomer(api, { paymentAddress: '7 Paying Road' });
    await openAs(page, await api.staff('admin'), CUSTOMERS);
    await expect(page.getByText(/^[\d,]+ customers?$/)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill(email);
    await expect(page.getByText(`1 customer found for “${email}”`)).toBeVisible();
    const row = page.getByRole('button', { name: new RegExp(email) });
    await expect(row).toContainText(name);
    await expect(row).toContainText('3 requests');
    await expect(row.getByText('(407) 555-0111')).toBeVisible();
    await row.click();
    const details = page.getByRole('region', { name: new RegExp(email) });
    await expect(details.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    await expect(details.getByRole('link', { name: '(407) 555-0111' })).toHaveAttribute('href', 'tel:+14075550111');
    for (const text of ['88 Sample Street, Orlando, FL 32801', '7 Paying Road']) {
      await expect(details.getByText(text)).toBeVisible();
    }
    const figures = [
      ['Completed', '1'],
      ['In Progress', '0'],
      ['Pending', '2'],
      ['Cancelled', '0'],
      ['Total', '3'],
      ['Average rating', '4.0'],
    ] as const;
    for (const [term, value] of figures) {
      const figure = details
        .locator('dl > div')
        .filter({ has: page.getByRole('term').getByText(term, { exact: true }) });
      await expect(figure.getByRole('definition')).toHaveText(value);
    }
    const entry = details.getByRole('row').or(details.getByRole('listitem')).filter({ hasText: 'Pole 4 is lit again' });
    for (const text of ['Low', 'Completed', 'Tess Volt', '4/5']) await expect(entry).toContainText(text);
    await expect(entry).toContainText('Very quick and very tidy, and every lamp in the lo…');
    await expectNoSidewaysScroll(page);
    await details.getByRole('link', { name: `View ${done.external_id}` }).click();
    await expect(page.getByRole('dialog', { name: new RegExp(`Request #${done.external_id}`) })).toBeVisible();
    // Back leads to the customer that was open.
    await page.goBack();
    await page.goBack();
    await expect(details.getByText('Pole 6 is dark')).toBeVisible();
  });

  test('keeps the search and the open customer in the address', async ({ page, api }) => {
    const { customerEmail } = { ...customer(), customerEmail: `${unique('kept')}@lamp.example` };
    await api.request({ customerEmail });
    await openAs(page, await api.staff('admin'), `${CUSTOMERS}?search=${customerEmail}`);
    const row = page.getByRole('button', { name: new RegExp(customerEmail) });
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/open=\d+/);
    await page.reload();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await row.focus();
    await page.keyboard.press('Space');
    await expect(row).toHaveAttribute('aria-expanded', 'false');
    await expect(page).not.toHaveURL(/open=/);
  });

  test('loads the whole history of a customer with more than ten requests', async ({ page, api }) => {
    test.slow();
    const details = customer();
    for (let n = 1; n <= 11; n += 1) await api.request({ ...details, title: `Pole number ${n}` });
    const release = await hold(page, callTo(contract.customers.get));
    await openAs(page, await api.staff('admin'), `${CUSTOMERS}?search=${details.customerEmail}`);
    await page.getByRole('button', { name: new RegExp(details.customerEmail) }).click();
    // The newest ten stand there at once.
    await expect(page.getByText('Showing the newest 10 of 11 requests')).toBeVisible();
    release();
    await expect(page.getByText('Showing the newest 11 of 11 requests')).toBeVisible();
    await expect(page.getByRole('row', { name: /Pole number 1 / })).toBeVisible();
  });

  test('says that the customers cannot be loaded, and loads them at the next try; says when nobody is found or there', async ({
    page,
    api,
  }) => {
    // Live updates would load it again before the press.
    await withoutLive(page);
    await page.route(callTo(contract.customers.list), (route) => answer(route, 500, {}));
    await openAs(page, await api.staff('admin'), `${CUSTOMERS}?search=nobody-has-this-name`);
    await expect(page.getByRole('alert')).toContainText('Failed to load customers');
    // The server has answered: it is not the connection.
    await expect(page.getByRole('alert')).toContainText('Try again in a moment.');
    await page.unroute(callTo(contract.customers.list));
    await page.route(callTo(contract.customers.list), (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Check your connection, then try again.');
    await page.unroute(callTo(contract.customers.list));
    const release = await hold(page, callTo(contract.customers.list));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('status', { name: 'Loading customers' })).toBeVisible();
    release();
    await expect(page.getByText('No customers match your search')).toBeVisible();
    await page.route(callTo(contract.customers.list), (route) =>
      succeed(route, contract.customers.list, {
        customers: [],
        matched: 0,
        more_match: false,
        total: 0,
        page: 1,
        limit: 12,
      }),
    );
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect(page.getByText('No customers yet')).toBeVisible();
  });

  test.use({ allowConsole: /500|ERR_FAILED/ });
});

test('An auditor reads customers, and finds no control that changes one', async ({ page, api }) => {
  const { email, done } = await aCustomer(api);
  await openAs(page, await api.staff('auditor'), `/dashboard/auditor/customers?search=${email}`);
  await page.getByRole('button', { name: new RegExp(email) }).click();
  const details = page.getByRole('region', { name: new RegExp(email) });
  await expect(details.getByRole('link', { name: `View ${done.external_id}` })).toHaveAttribute(
    'href',
    `/dashboard/auditor/requests?requestId=${done.id}`,
  );
  await expect(details.getByRole('button').or(details.getByRole('textbox'))).toHaveCount(0);
});
