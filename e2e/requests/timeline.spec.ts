import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest, sign } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const title = 'The timeline shows who changed what, and the evidence of a reopened completion stays';
test(title, async ({ page, api, browser, baseURL }) => {
  const admin = await api.person('admin', unique('Ada '));
  const first = await api.person('technician', unique('Tess '));
  const second = await api.person('technician', unique('Wes '));
  const request = await api.assignedTo(first);
  await api.office(contract.requests.assign, { ...pathOf(request), body: { technician_id: second.id } });

  // The second technician completes the request.
  await openAs(page, second, `/dashboard/technician?requestId=${request.id}`);
  let order = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  const timeline = order.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(timeline).toHaveText([
    new RegExp(`Olive Office.*Assigned to ${second.name}, before that to ${first.name}$`),
    new RegExp(`Olive Office.*Status from Pending to Assigned$|Olive Office.*Assigned to ${first.name}$`),
    new RegExp(`Olive Office.*Status from Pending to Assigned$|Olive Office.*Assigned to ${first.name}$`),
    /Customer.*Submitted as Pending$/,
  ]);
  await order.getByRole('radio', { name: 'Completed' }).check();
  await sign(page, order);
  await order.getByRole('radio', { name: /^4 stars/ }).check();
  await order.getByLabel(/feedback/i).fill('Bright again.');
  await order.getByRole('button', { name: 'Update Request' }).click();
  await expect(order.getByText('Request updated successfully!')).toBeVisible();

  // The technician sees what the customer gave for it.
  await page.goto(`/dashboard/technician?requestId=${request.id}`);
  order = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(order.getByText('4/5')).toBeVisible();
  await expect(order.getByText('Bright again.')).toBeVisible();
  await expect(order.getByRole('img', { name: 'Customer signature', exact: true })).toBeVisible();
  await expect(order.getByText(new RegExp(`^Recorded by ${second.name} on `))).toBeVisible();

  // The office sees who recorded the completion, reopens it, and still sees its evidence.
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await openAs(office, admin, `/dashboard/admin?search=${request.external_id}`);
  let detail = await openRequest(office, 'View Details', request.external_id);
  await expect(detail.getByRole('img', { name: 'Customer signature', exact: true })).toBeVisible();
  await expect(detail.getByText(new RegExp(`^Recorded by ${second.name} on `))).toBeVisible();
  await expect(detail.getByText('Earlier Completions')).toHaveCount(0);
  await detail.getByRole('tab', { name: 'Status' }).click();
  await detail.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'In Progress' });
  await detail.getByRole('button', { name: 'Update Status' }).click();
  await expect(detail).toBeHidden();

  detail = await openRequest(office, 'View Details', request.external_id);
  await expect(detail.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first()).toHaveText(
    new RegExp(`${admin.name}.*Status from Completed to In Progress$`),
  );
  const earlier = detail.getByRole('list', { name: 'Earlier Completions' }).getByRole('listitem');
  await expect(earlier).toHaveCount(1);
  await expect(earlier).toContainText('4/5');
  await expect(earlier).toContainText('Bright again.');
  await expect(earlier).toContainText(`Recorded by ${second.name} on`);
  await expect(earlier).toContainText(`Reopened by ${admin.name}.`);
  const signature = earlier.getByRole('img', { name: 'Earlier customer signature' });
  await expect(signature).toBeVisible();
  expect(
    await signature.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expect(detail.getByText('Customer Signature')).toHaveCount(0);
  await office.context().close();

  // The technician sees it too, and has to collect signature and rating again.
  await page.goto(`/dashboard/technician?requestId=${request.id}`);
  order = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(order.getByRole('list', { name: 'Earlier Completions' })).toContainText('Bright again.');
  await order.getByRole('radio', { name: 'Completed' }).check();
  await order.getByRole('button', { name: 'Update Request' }).click();
  await expect(order.getByText('Client signature is required to complete the case')).toBeVisible();
});

test('A correction is a line of the timeline for staff, and no step of the public page', async ({ page, api }) => {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  const body = { customer_phone: '407 555 0199', title: 'Dark sign' };
  await api.office(contract.requests.update, { ...pathOf(request), body });
  const line = /Olive Office.*Details corrected: Title, Customer phone$/;
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const order = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(order.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first()).toHaveText(line);

  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${request.external_id}`);
  const detail = await openRequest(page, 'View Details', request.external_id);
  await expect(detail.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first()).toHaveText(line);

  await page.goto(`/track?id=${request.external_id}`);
  await expect(page.getByRole('heading', { name: 'Dark sign' })).toBeVisible();
  await expect(page.getByText(/corrected|Olive Office/)).toHaveCount(0);
});
