import type { Page } from '@playwright/test';
import { expect, isOnPhone, test } from '../support/fixtures.ts';
import { hold, SCRIPTS } from '../support/network.ts';

/** Waits until the page responds: its first effect has run. */
const started = (page: Page) => expect.poll(() => page.evaluate(() => window.earlyPress)).toBeNull();

const forms = {
  '/request': { label: 'Title', button: 'Submit Request' },
  '/contact': { label: 'Name', button: 'Send Message' },
  '/login': { label: 'Email', button: 'Sign In' },
  '/track': { label: 'Tracking ID', button: 'Track Request' },
};

for (const [path, { label, button }] of Object.entries(forms)) {
  test(`${path}: typing while the script arrives loses no letter`, async ({ page }) => {
    const letThrough = await hold(page, SCRIPTS);
    await page.goto(path, { waitUntil: 'commit' });
    const field = page.getByLabel(label, { exact: true });
    const text = 'TYPED WITHOUT A PAUSE WHILE THE PAGE STARTS';
    await field.pressSequentially(text.slice(0, 12));
    letThrough();
    await field.pressSequentially(text.slice(12), { delay: 15 });
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
    await started(page);
    await expect(field).toHaveValue(text);
    await field.press('End');
    await field.pressSequentially('!');
    await expect(field).toHaveValue(`${text}!`);
  });
}

test('A page loads no script while the browser is busy, and loads it at the first action of the reader', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked.push(request.url());
  });
  // A browser that is never idle.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto('/services');
  expect(asked).toEqual([]);
  await page.keyboard.press('Tab');
  await started(page);
});

test('The script starts by itself without an action of the reader', async ({ page }) => {
  await page.goto('/services');
  await started(page);
});

test('A button pressed before the script arrives takes effect', { tag: '@phone' }, async ({ page }, info) => {
  const letThrough = await hold(page, SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  if (isOnPhone(info)) await page.getByRole('button', { name: 'Open menu' }).click();
  else await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  letThrough();
  if (isOnPhone(info)) {
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Track' })).toBeVisible();
  } else {
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
});

test.describe('A link to the open page', () => {
  for (const [at, label] of [
    ['/about', 'About'],
    ['/portfolio?kind=power', 'Portfolio'],
    ['/request?service=led-retrofits', 'Request Service'],
  ] as const) {
    test(`shows ${at} from its top`, async ({ page }) => {
      await page.goto(at);
      await started(page);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: label }).click();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    });
  }

  test('leaves the page where it is when it is a filter of the page', async ({ page }) => {
    await page.goto('/portfolio');
    await started(page);
    const choice = page.getByRole('group', { name: 'Kind of work' }).getByRole('button', { name: 'LED conversions' });
    await page.evaluate(() => window.scrollTo(0, 60));
    await choice.click();
    await expect(page).toHaveURL(/kind=/);
    expect(await page.evaluate(() => window.scrollY)).toBe(60);
  });
});

test.describe('The document of a dashboard', () => {
  test('says Loading... before any script has arrived', async ({ page }) => {
    await page.route('**/assets/*.js', () => {});
    await page.goto('/dashboard/admin', { waitUntil: 'commit' });
    await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
    await expect(page.getByText('The dashboards need JavaScript.')).toBeHidden();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('says that it needs JavaScript', async ({ page }) => {
      await page.goto('/dashboard/technician');
      await expect(page.getByText('The dashboards need JavaScript.')).toBeVisible();
      await expect(page.getByText('Loading...')).toBeHidden();
      await expect(page.getByRole('link', { name: 'Back to Site' })).toHaveAttribute('href', '/');
    });
  });
});
