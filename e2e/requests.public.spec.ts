import type { Page } from '@playwright/test';
import { photo } from './files.ts';
import { customer, expect, expectAccessible, expectNoSidewaysScroll, test, unique } from './fixtures.ts';

async function fillIn(page: Page, title: string): Promise<void> {
  const who = customer();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill(who.description);
  await page.getByLabel('Name', { exact: true }).fill(who.customerName);
  await page.getByLabel('Email').fill(who.customerEmail);
  await page.getByLabel('Phone').fill(who.customerPhone);
  await page.getByLabel('Service address').fill(who.customerAddress);
}

test.describe('the request form', () => {
  test.use({ allowConsole: /net::ERR_FAILED|status of 4\d\d/ });

  test('names every missing field, and goes to the first', async ({ page }) => {
    await page.goto('/request');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Submit Request' }).click();
    for (const text of [
      'Title is required',
      'Description is required',
      'Name is required',
      'Email is required',
      'Phone is required',
      'Service address is required',
    ]) {
      await expect(page.getByText(text)).toBeVisible();
    }
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await expectAccessible(page);
  });

  test('refuses a fourth file, a wrong type and a file of 5 MB, each with its text', async ({ page }) => {
    await page.goto('/request');
    const input = page.locator('input[type=file]');
    await input.setInputFiles(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => photo(name)));
    await expect(page.getByText('Maximum 3 files allowed')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove a.png' }).click();
    await input.setInputFiles({ name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
    await expect(
      page.getByText('Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed'),
    ).toBeVisible();
    await input.setInputFiles({ name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.alloc(5 * 1024 * 1024, 'a') });
    await expect(page.getByText('Each file must be less than 5MB')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(2);
  });

  test('loses nothing when the server cannot be reached, and one click more sends it once', async ({ page, api }) => {
    const title = unique('Flickering sign ');
    await page.goto('/request');
    await fillIn(page, title);
    await page.locator('input[type=file]').setInputFiles(photo('sign.png'));
    await page.route('**/api/requests/create', (route) => route.abort());
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.getByText('Failed to submit request')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await expect(page.getByText('sign.png')).toBeVisible();
    await page.unroute('**/api/requests/create');
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.getByText('Request received')).toBeVisible();
    const { matched } = await api.office<{ matched: number }>('GET', `/requests?search=${encodeURIComponent(title)}`);
    expect(matched).toBe(1);
  });

  test("shows the server's own field errors beside their fields", async ({ page }) => {
    await page.goto('/request');
    await fillIn(page, unique('Refused '));
    await page.locator('input[type=file]').setInputFiles({
      name: 'lies.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    });
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(
      page.getByText('Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed').first(),
    ).toBeVisible();
    await expect(page.getByText('lies.png')).toBeVisible();
  });

  test('an emergency shows the phone first, and a link can preselect the service', async ({ page }) => {
    await page.goto('/request?service=led-retrofits');
    await expect(page.getByLabel(/^Service \(optional\)|^Service$/)).toHaveValue('LED Retrofits');
    await page.getByRole('radio', { name: /Emergency/ }).check();
    await expect(page.getByText(/Emergencies outside office hours/)).toBeVisible();
    await expectAccessible(page);
  });

  test('gives a tracking ID that can be copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/request');
    await fillIn(page, unique('Copied '));
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await page.getByRole('button', { name: 'Copy Tracking ID' }).click();
    await expect(page.getByText('Copied to the clipboard.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await expect(page.getByText(copied, { exact: true })).toBeVisible();
  });
});

test.describe('the track page', () => {
  test.use({ allowConsole: /status of 404/ });

  test('forces upper case, explains the status and keeps the address', async ({ page, api }) => {
    const request = await api.request();
    await page.goto('/track');
    await expectAccessible(page);
    const input = page.getByLabel('Tracking ID');
    await input.fill(request.external_id.toLowerCase());
    await expect(input).toHaveValue(request.external_id);
    await page.getByRole('button', { name: 'Track Request' }).click();
    await expect(page.getByText('Your request is being reviewed by our office.')).toBeVisible();
    await expect(page.getByRole('heading', { name: request.title })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`id=${request.external_id}`));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  for (const [status, text] of [
    ['assigned', 'A technician has been assigned to your request.'],
    ['in_progress', 'The work is being performed now.'],
    ['completed', 'The work has been completed.'],
    ['cancelled', 'This request has been cancelled.'],
  ] as const) {
    test(`explains ${status}`, async ({ page, api }) => {
      const request = await api.request();
      await api.office('PATCH', `/requests/${request.id}/status`, { status });
      await page.goto(`/track?id=${request.external_id}`);
      await expect(page.getByText(text)).toBeVisible();
    });
  }

  test('looks again by itself, without counting as a view', async ({ page, api }) => {
    const request = await api.request();
    await page.clock.install();
    await page.goto(`/track?id=${request.external_id}`);
    await expect(page.getByText('Your request is being reviewed by our office.')).toBeVisible();
    await api.office('PATCH', `/requests/${request.id}/status`, { status: 'in_progress' });
    const again = page.waitForRequest((sent) => sent.url().includes('refresh=1'));
    await page.clock.runFor(31_000);
    await again;
    await expect(page.getByText('The work is being performed now.')).toBeVisible();
  });

  test('says what to do with an ID it does not know, or that is none', async ({ page }) => {
    await page.goto('/track?id=REQ-AAAAAAAAA-AAAAA');
    await expect(page.getByText('No request found with this tracking ID')).toBeVisible();
    await page.getByLabel('Tracking ID').fill('REQ-1');
    await page.getByRole('button', { name: 'Track Request' }).click();
    await expect(page.getByText('Please enter a tracking ID like REQ-XXXXXXXXX-XXXXX')).toBeVisible();
    await expectAccessible(page);
  });
});
