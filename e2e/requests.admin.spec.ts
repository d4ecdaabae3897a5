import { openRequest, rowOf } from './dashboards.ts';
import { photo } from './files.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, openAs, test, unique } from './fixtures.ts';

test.describe('the Admin Dashboard', () => {
  test('lists requests with counts, filters and empty texts', async ({ page, api }, info) => {
    const admin = await api.person('admin', 'Ada Office');
    const word = unique('bollard');
    const first = await api.request({ title: `First ${word}`, priority: 'Emergency' });
    await api.request({ title: `Second ${word}` });
    await openAs(page, admin, '/dashboard/admin');

    await expect(page.getByText('Welcome, Ada Office')).toBeVisible();
    for (const card of ['Total Requests', 'Pending', 'Assigned', 'In Progress', 'Completed']) {
      await expect(page.getByRole('button', { name: new RegExp(`^${card}`) }).first()).toBeVisible();
    }
    await page
      .getByRole('textbox', { name: 'Search' })
      .or(page.getByRole('searchbox', { name: 'Search' }))
      .fill(word);
    await expect(page.getByText(/^Showing 2 of \d[\d,]* requests$/)).toBeVisible();
    const row = rowOf(page, first.external_id);
    await expect(row).toContainText('Emergency');
    await expect(row).toContainText('Unassigned');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    if (info.project.name === 'phone') await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('combobox', { name: 'Priority' }).selectOption({ label: 'Emergency' });
    await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Cancelled' });
    await expect(page.getByText('No requests match your filters')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page.getByText(/^Showing (\d[\d,]*) of \1 requests$/)).toBeVisible();

    await page.getByRole('combobox', { name: 'Time' }).selectOption({ label: 'Custom range' });
    await page.getByLabel('Start date').fill('2026-05-02');
    await page.getByLabel('End date').fill('2026-05-01');
    await expect(page.getByText('Start date cannot be after end date').first()).toBeVisible();
  });

  test('keeps its filters in the address', async ({ page, api }) => {
    const admin = await api.person('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
  });

  test('opens the request that the address names, and clears the name from it', async ({ page, api }) => {
    const admin = await api.person('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?requestId=${request.id}`);
    await expect(page.getByRole('dialog', { name: new RegExp(request.external_id) })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
  });

  test('says when the list cannot be loaded, and tries again', async ({ page, api }) => {
    const admin = await api.person('admin');
    let broken = true;
    await page.route('**/api/requests?*', (route) => (broken ? route.abort() : route.continue()));
    await openAs(page, admin, '/dashboard/admin');
    await expect(page.getByText('Failed to load requests')).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page);
    broken = false;
    await page.getByRole('button', { name: /try again|retry/i }).click();
    await expect(page.getByText(/^Showing /)).toBeVisible();
  });
  test.use({ allowConsole: /net::ERR_FAILED/ });
});

test.describe('the request-detail modal', () => {
  test('shows every tab, assigns and changes the status', async ({ page, api }) => {
    const admin = await api.person('admin');
    const technician = await api.person('technician', unique('Tess '));
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    let dialog = await openRequest(page, 'View Details', request.external_id);
    await expect(dialog).toContainText(`Request #${request.external_id} - ${request.title}`);
    await expect(dialog).toContainText('Unassigned');
    await expect(dialog).toContainText('88 Sample Street, Orlando, FL 32801');
    await expectAccessible(page);

    await dialog.getByRole('tab', { name: 'Files (0)' }).click();
    await expect(dialog.getByText('No files uploaded yet')).toBeVisible();

    await dialog.getByRole('tab', { name: 'Assignment' }).click();
    await dialog.getByRole('button', { name: 'Assign Technician' }).click();
    await expect(dialog.getByText('Please select a technician')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('combobox', { name: /Technician/ }).click();
    await dialog.getByRole('combobox', { name: /Technician/ }).fill(technician.email);
    await page.getByRole('option', { name: `${technician.name} - ${technician.email}` }).click();
    await dialog.getByLabel(/Notes/).first().fill('Bring the tall ladder.');
    await dialog.getByRole('button', { name: 'Assign Technician' }).click();
    await expect(dialog.getByText('Request assigned successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, request.external_id)).toContainText(technician.name);
    await expect(rowOf(page, request.external_id)).toContainText('Assigned');

    dialog = await openRequest(page, 'View Details', request.external_id);
    await expect(dialog).toContainText('Bring the tall ladder.');
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByText('Please select a status')).toBeVisible();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'In Progress' });
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, request.external_id)).toContainText('In Progress');
  });

  test('an edit on an old version says who was first, loses nothing, and can be made again', async ({ page, api }) => {
    const admin = await api.person('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await dialog.getByLabel(/Notes/).last().fill('Sent twice.');
    await api.office('PATCH', `/requests/${request.id}/status`, { status: 'in_progress' });
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await update.click();
    await expect(
      dialog.getByText(/^Olive Office changed the status on .* Check both, then press Update Status again\.$/),
    ).toBeVisible();
    await expect(dialog.getByText('Now: In Progress.')).toBeVisible();
    await expect(dialog.getByLabel(/Notes/).last()).toHaveValue('Sent twice.');
    await update.click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
  });

  test('a status whose answer was lost takes an edited note with one press more, and says why', async ({
    page,
    api,
  }) => {
    const admin = await api.person('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await page.route('**/status', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await update.click();
    await expect(dialog.getByText('Failed to update status')).toBeVisible();
    await page.unroute('**/status');
    await dialog.getByLabel(/Notes/).last().fill('Sent twice.');
    await update.click();
    await expect(dialog.getByText('Your earlier try may have been saved although no answer came')).toBeVisible();
    await expect(dialog.getByText('Now: Cancelled.')).toBeVisible();
    await update.click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
  });

  test('shows pictures full size, and asks before it throws typed work away', async ({ page, api, baseURL }) => {
    const admin = await api.person('admin');
    const form = { ...{ title: unique('Lamp '), priority: 'low' } };
    const answer = await page.request.post(`${baseURL}/api/requests/create`, {
      multipart: {
        customerName: 'Dana',
        customerEmail: 'dana@whitfield.example',
        customerPhone: '1',
        customerAddress: '88 Sample Street',
        description: 'Out',
        ...form,
        images: photo('pole.png'),
      },
    });
    const { external_id } = ((await answer.json()) as { request: { external_id: string } }).request;
    await openAs(page, admin, `/dashboard/admin?search=${external_id}`);
    const dialog = await openRequest(page, 'View Details', external_id);
    await dialog.getByRole('tab', { name: 'Files (1)' }).click();
    await expect(dialog).toContainText('pole.png');
    await expect(dialog).toContainText('Unknown');
    await dialog
      .getByRole('button', { name: /pole\.png/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog').last();
    await expect(viewer.getByRole('img', { name: 'pole.png' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();

    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByLabel(/Notes/).last().fill('half a thought');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Discard unsaved changes?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel(/Notes/).last()).toHaveValue('half a thought');
  });

  test('says when the request cannot be loaded', async ({ page, api }) => {
    const admin = await api.person('admin');
    await openAs(page, admin, '/dashboard/admin?requestId=2000000000');
    await expect(page.getByText('Failed to load request details')).toBeVisible({ timeout: 20_000 });
  });
  test.use({ allowConsole: /404|409|net::ERR_FAILED/ });
});
