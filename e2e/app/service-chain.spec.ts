import { PASSWORD, unique } from '../support/api.ts';
import { openRequest, sign } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, test } from '../support/fixtures.ts';

/** The chain this product exists for (spec §1), each part on the device of the person who does it. */
test('A request is submitted, assigned, completed on a phone and tracked', async ({ page, api, browser, baseURL }) => {
  const admin = await api.person('admin', unique('Olive '));
  const technician = await api.person('technician', unique('Tess '));
  const title = unique('Dark loading dock ');

  // The customer asks, with two photos.
  await page.goto('/request');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Both wall packs above dock 4 are out.');
  await page.getByRole('radio', { name: /Medium/ }).check();
  await page.locator('input[type=file]').setInputFiles([photo('dock.png'), photo('wall-pack.png', [20, 30, 60])]);
  await page.getByLabel('Name', { exact: true }).fill('Dana Whitfield');
  await page.getByLabel('Email').fill(`${unique('dana')}@whitfield.example`);
  await page.getByLabel('Phone').fill('(407) 555-0111');
  await page.getByLabel('Service address').fill('88 Sample Street, Orlando, FL 32801');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  const id = page.getByText(/^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$/);
  await expect(id).toBeVisible();
  const trackingId = (await id.textContent()) ?? '';
  await page.getByRole('link', { name: 'Track this request' }).click();
  await expect(page.getByText('Your request is being reviewed by our office.')).toBeVisible();

  // The office signs in, sees both photos and assigns.
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await office.goto('/login');
  await office.getByLabel('Email').fill(admin.email);
  await office.getByLabel('Password').fill(PASSWORD);
  await office.getByRole('button', { name: 'Sign In' }).click();
  await expect(office).toHaveURL(/\/dashboard\/admin/);
  await office.goto(`/dashboard/admin?search=${trackingId}`);
  const detail = await openRequest(office, 'View Details', trackingId);
  await detail.getByRole('tab', { name: 'Files (2)' }).click();
  await expect(detail.getByText('wall-pack.png')).toBeVisible();
  await detail.getByRole('tab', { name: 'Assignment' }).click();
  await detail.getByRole('combobox', { name: /Technician/ }).fill(technician.email);
  await office.getByRole('option', { name: `${technician.name} - ${technician.email}` }).click();
  await detail.getByRole('button', { name: 'Assign Technician' }).click();
  await expect(detail.getByText('Request assigned successfully!')).toBeVisible();

  // The technician works on it, on a phone.
  const phone = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const pocket = await phone.newPage();
  await pocket.goto('/login');
  await pocket.getByLabel('Email').fill(technician.email);
  await pocket.getByLabel('Password').fill(PASSWORD);
  await pocket.getByRole('button', { name: 'Sign In' }).click();
  await expect(pocket).toHaveURL(/\/dashboard\/technician/);
  let order = await openRequest(pocket, 'Work on it', trackingId);
  await order.getByRole('radio', { name: 'In Progress' }).check();
  await order.locator('input[type=file][multiple]').setInputFiles(photo('before.png'));
  await order.getByRole('button', { name: 'Update Request' }).click();
  await expect(order.getByText('Request updated successfully!')).toBeVisible();
  await expect(order).toBeHidden();

  order = await openRequest(pocket, 'Work on it', trackingId);
  await order.getByRole('radio', { name: 'Completed' }).check();
  await order.getByRole('button', { name: 'Update Request' }).click();
  await sign(pocket, order);
  await order.getByRole('radio', { name: /^5 stars/ }).check();
  await order.getByRole('button', { name: 'Update Request' }).click();
  await expect(order.getByText('Request updated successfully!')).toBeVisible();

  // The customer sees it.
  await page.goto(`/track?id=${trackingId}`);
  await expect(page.getByText('The work has been completed.')).toBeVisible();
  await Promise.all([office.context().close(), phone.close()]);
});
