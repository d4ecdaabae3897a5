import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

const pages = ['/', '/about', '/services', '/portfolio', '/contact', '/request', '/track', '/login'];

for (const path of pages) {
  test(`${path} stands, is accessible and fits the screen`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/Halyard Lighting & Electric/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test('every document has a strict content policy', async ({ page }) => {
  for (const path of ['/', '/login', '/dashboard/admin']) {
    const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

test.describe('an address that leads nowhere', () => {
  test.use({ allowConsole: /status of 404/ });
  test('answers 404 and helps on', async ({ page }) => {
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    await expect(main.getByRole('link', { name: 'Request Service' })).toHaveAttribute('href', '/request');
    await expect(main.getByRole('link', { name: 'Track a request' })).toHaveAttribute('href', '/track');
    await expectAccessible(page);
  });
});

test('the about page tells the four steps of a request', async ({ page }) => {
  await page.goto('/about');
  const steps = page.getByRole('region', { name: 'How we work' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(steps.getByRole('link', { name: 'Track a request' })).toHaveAttribute('href', '/track');
});

test('the navbar has every link, the footer hours and the emergency phone', async ({ page }, info) => {
  await page.goto('/');
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Home', 'About', 'Services', 'Portfolio', 'Contact', 'Track', 'Request Service', 'Login']) {
    await expect(nav.getByRole('link', { name, exact: true })).toBeVisible();
  }
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Monday to Friday, 7:30 AM to 4:00 PM');
  await expect(footer.getByRole('link', { name: '(407) 555-0199' })).toHaveAttribute('href', 'tel:+14075550199');
});

test('each navigation starts at the top', async ({ page }, info) => {
  await page.goto('/services');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe('the theme', () => {
  // The test itself keeps the scripts from loading.
  test.use({ allowConsole: /net::ERR_FAILED/ });
  test('is kept under its key and set before the first paint', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(0, 0, 0)');
    // The theme stands before any of our modules ran.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/about', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test('the menu of a phone closes with Escape and gives the focus back', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone', 'the desktop has no menu');
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const path of pages) {
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: '(407) 555-0199' }).last()).toBeVisible();
    });
  }
});
