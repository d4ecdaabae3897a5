import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

const NAME = 'Halyard Lighting & Electric';
const EMERGENCY = '(407) 555-0199';
const missing = '/no/such/page';
const pages = [
  '/',
  '/about',
  '/services',
  '/portfolio',
  '/contact',
  '/request',
  '/track',
  '/login',
  '/privacy',
  '/accessibility',
  missing,
];
const widths = [320, 768, 1280];

/** Opens the page and waits until its script has run. */
async function open(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(path === missing ? 404 : 200);
  await expect(page.getByRole('contentinfo').getByText(/^(Open|Closed) now$/)).toBeVisible();
}

/** Nothing on the page has moved since it was opened. */
async function expectNoLayoutShift(page: Page): Promise<void> {
  const shift = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords() as (PerformanceEntry & { value?: number })[];
    return entries.reduce((sum, { value = 0 }) => sum + value, 0);
  });
  expect(shift).toBe(0);
}

test.describe('Every public page', () => {
  test.use({ allowConsole: /status of 404/ });
  for (const path of pages) {
    test(`${path} is accessible in both themes, fits and does not move at ${widths.join(', ')} px`, async ({
      page,
    }) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, path);
        await expectNoLayoutShift(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    });
  }

  test('fits a phone and does not move when the script arrives', { tag: '@phone-only' }, async ({ page }) => {
    for (const path of pages) {
      await test.step(path, async () => {
        await open(page, path);
        await expectNoLayoutShift(page);
        await expectNoSidewaysScroll(page);
      });
    }
  });

  test('has a title and a description of its own', async ({ page }) => {
    const titles = new Set<string>();
    const descriptions = new Set<string>();
    for (const path of pages) {
      const html = await (await page.request.get(path)).text();
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
      const description = /<meta name="description" content="(.*?)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect(title).toContain(NAME.replace('&', '&amp;'));
      expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50);
      expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160);
      titles.add(title);
      descriptions.add(description);
    }
    expect(titles.size).toBe(pages.length);
    expect(descriptions.size).toBe(pages.length);
  });
});

test('Every document has a strict content policy', async ({ page }) => {
  for (const path of ['/', '/login', '/dashboard/admin']) {
    const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

test.describe('An unknown address', () => {
  test.use({ allowConsole: /status of 404/ });
  test('answers 404 and offers ways on', async ({ page }) => {
    expect((await page.goto(missing))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    await expect(main.getByRole('link', { name: 'Request Service' })).toHaveAttribute('href', '/request');
    await expect(main.getByRole('link', { name: 'Track a request' })).toHaveAttribute('href', '/track');
  });
});

test('The about page lists the four steps of a request', async ({ page }) => {
  await page.goto('/about');
  const steps = page.getByRole('region', { name: 'How we work' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(steps.getByRole('link', { name: 'Track a request' })).toHaveAttribute('href', '/track');
});

test('The services page has six cards, each linked to the form with its service', async ({ page }) => {
  await page.goto('/services');
  const links = page.getByRole('main').getByRole('link', { name: /^Request this service/ });
  await expect(links).toHaveCount(6);
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(new Set(targets).size).toBe(6);
  for (const target of targets) expect(target).toMatch(/^\/request\?service=[a-z-]+$/);
});

test('The footer links to the privacy and accessibility statements, which name what they must', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  const main = page.getByRole('main');
  await expect(main).toContainText('no cookies');
  await expect(main).toContainText('deleted after 90 days');
  await expect(main).toContainText('after 7 days it is not used any more');
  await expect(main.getByRole('link', { name: 'service@halyard.example' })).toHaveAttribute('href', /^mailto:/);
  await footer.getByRole('link', { name: 'Accessibility' }).click();
  await expect(page).toHaveURL(/\/accessibility$/);
  await expect(main).toContainText('WCAG');
  await main
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Something in your way?' })
    .click();
  await expect(main.getByRole('heading', { name: 'Something in your way?' })).toBeInViewport();
  await expect(page.context().cookies()).resolves.toEqual([]);
});

test.describe('The theme', () => {
  // The test keeps the scripts from loading.
  test.use({ allowConsole: /net::ERR_FAILED/ });
  test('is stored under its key and set before the first paint', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(0, 0, 0)');
    // The theme is set before any script of the page has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/about', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false, allowConsole: /status of 404/ });
  test('every public page can be read, fits, and shows the phone to call', { tag: '@phone' }, async ({ page }) => {
    for (const path of pages) {
      await page.goto(path);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const footer = page.getByRole('contentinfo');
      await expect(footer).toContainText('Monday to Friday, 7:30 AM to 4:00 PM');
      await expect(footer.getByRole('link', { name: EMERGENCY })).toBeVisible();
      const services = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' });
      await expect(services).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });

  test('the portfolio shows all six projects and no filter', async ({ page }) => {
    await page.goto('/portfolio?kind=power');
    await expect(page.getByRole('main').getByText('Sample project ·')).toHaveCount(6);
    await expect(page.getByRole('group', { name: 'Kind of work' })).toBeHidden();
  });
});
