import type { Page } from '@playwright/test';
import { expect, isOnPhone, test } from '../support/fixtures.ts';
import { hold, SCRIPTS } from '../support/network.ts';

const PHONE = '(407) 555-0142';
const EMERGENCY = '(407) 555-0199';
const OPEN = '2026-03-02T15:00:00Z';
const CLOSED = '2026-03-03T03:00:00Z';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test(
  'The navbar has every link, the footer has the hours and the emergency phone',
  { tag: '@phone' },
  async ({ page }, info) => {
    await page.goto('/');
    if (isOnPhone(info)) await page.getByRole('button', { name: 'Open menu' }).click();
    const links = {
      Home: '/',
      About: '/about',
      Services: '/services',
      Portfolio: '/portfolio',
      Contact: '/contact',
      Track: '/track',
      Login: '/login',
      'Request Service': '/request',
    };
    for (const [name, to] of Object.entries(links)) {
      await expect(main(page).getByRole('link', { name, exact: true })).toBeVisible();
      await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
    }
    await expect(main(page).getByRole('link')).toHaveCount(8);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Monday to Friday, 7:30 AM to 4:00 PM');
    await expect(footer.getByRole('link', { name: EMERGENCY })).toHaveAttribute('href', 'tel:+14075550199');
    // The call bar stands on a phone alone.
    const bar = page.getByRole('complementary', { name: 'Call or request service' });
    await expect(bar).toHaveCount(isOnPhone(info) ? 1 : 0);
  },
);

test('Each navigation starts at the top of the page', async ({ page }) => {
  await page.goto('/services');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await main(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('The menu of a phone closes with Escape and returns the focus, and is closed on the next page and after Back', {
  tag: '@phone-only',
}, async ({ page }) => {
  const opening = page.getByRole('button', { name: 'Open menu' });
  await page.goto('/');
  await opening.click();
  await expect(main(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opening).toBeFocused();
  await opening.click();
  await main(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(opening).toHaveAttribute('aria-expanded', 'false');
  await expect(main(page)).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Lights out?' })).toBeVisible();
  await expect(opening).toHaveAttribute('aria-expanded', 'false');
});

test.describe('Whether the office is open', () => {
  const states: [at: string, text: string][] = [
    [OPEN, 'Open now, until 4:00 PM'],
    [CLOSED, 'Closed now, opens tomorrow at 7:30 AM'],
  ];
  test('shows on the home page, the contact page and in the footer', async ({ page }) => {
    for (const [at, text] of states) {
      await page.clock.setFixedTime(at);
      await page.goto('/');
      await expect(page.getByRole('main')).toContainText(text);
      await expect(page.getByRole('contentinfo')).toContainText(text);
      await page.goto('/contact');
      await expect(page.getByRole('main')).toContainText(text);
    }
  });

  test('changes by itself on a page that stays open', async ({ page }) => {
    await page.clock.install({ time: '2026-03-02T20:58:00Z' });
    await page.goto('/about');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Open now, until 4:00 PM');
    await page.clock.runFor(150_000);
    await expect(footer).toContainText('Closed now, opens tomorrow at 7:30 AM');
  });

  test.describe('when its script does not load', () => {
    test.use({ allowConsole: /net::ERR_FAILED/ });
    test('the hours stand alone', async ({ page }) => {
      await page.route('**/assets/open-state*.js', (route) => route.abort());
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Next slide' })).toBeEnabled();
      await expect(page.getByRole('contentinfo')).toContainText('Monday to Friday, 7:30 AM to 4:00 PM');
      await expect(page.getByText(/^(Open|Closed) now/)).toHaveCount(0);
    });
  });
});

test.describe('The call bar of a phone', () => {
  const bar = (page: Page) => page.getByRole('complementary', { name: 'Call or request service' });

  const title =
    'shows both phones at any hour, each in its place, from the first paint on, and no link to the open form';
  test(title, { tag: '@phone-only' }, async ({ page }) => {
    const call = bar(page).getByRole('link', { name: `Office ${PHONE}` });
    const emergency = bar(page).getByRole('link', { name: `Emergency ${EMERGENCY}` });
    const letThrough = await hold(page, SCRIPTS);
    await page.clock.setFixedTime(CLOSED);
    await page.goto('/');
    await expect(call).toHaveAttribute('href', 'tel:+14075550142');
    await expect(emergency).toHaveAttribute('href', 'tel:+14075550199');
    const places = async () => [await call.boundingBox(), await emergency.boundingBox()];
    const atFirst = await places();
    letThrough();
    await expect(page.getByRole('contentinfo')).toContainText('Closed now');
    await expect(bar(page)).toHaveAttribute('data-closed', 'true');
    expect(await places()).toEqual(atFirst);
    await page.clock.setFixedTime(OPEN);
    await page.goto('/');
    await expect(page.getByRole('contentinfo')).toContainText('Open now');
    await expect(bar(page)).not.toHaveAttribute('data-closed');
    expect(await places()).toEqual(atFirst);
    await bar(page).getByRole('link', { name: 'Request Service' }).click();
    await expect(page).toHaveURL(/\/request$/);
    await expect(bar(page).getByRole('link')).toHaveCount(2);
  });
});

test.describe('The portfolio', () => {
  const filter = (page: Page) => page.getByRole('group', { name: 'Kind of work' });
  const cards = (page: Page) => page.getByRole('main').getByText('Sample project ·');
  const result = (page: Page) => page.getByRole('main').getByRole('status');

  test('shows one kind of work, keeps it in the address and announces it', async ({ page }) => {
    await page.goto('/portfolio');
    await expect(filter(page).getByRole('button')).toHaveText([
      'All 6',
      'LED conversions 2',
      'Upkeep and safety 2',
      'Power and controls 2',
    ]);
    await expect(filter(page).getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
    await expect(cards(page)).toHaveCount(6);
    await filter(page).getByRole('button', { name: 'Power and controls' }).click();
    await expect(page).toHaveURL(/\/portfolio\?kind=power$/);
    await expect(cards(page)).toHaveText(['Sample project · Electrical repair', 'Sample project · Controls and EV']);
    await expect(result(page)).toHaveText('Showing 2 of 6 projects');
    await page.reload();
    await expect(filter(page).getByRole('button', { name: 'Power and controls' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(cards(page)).toHaveCount(2);
    await page.goBack();
    await expect(page).toHaveURL(/\/portfolio$/);
    await expect(cards(page)).toHaveCount(6);
  });

  test('can be filtered with the keyboard, and shows every project for an unknown kind', async ({ page }) => {
    await page.goto('/portfolio?kind=plumbing');
    await expect(filter(page).getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
    await expect(cards(page)).toHaveCount(6);
    await filter(page).getByRole('button', { name: 'All' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(result(page)).toHaveText('Showing 2 of 6 projects');
    await expect(filter(page).getByRole('button', { name: 'LED conversions' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expect(result(page)).toHaveText('Showing 6 of 6 projects');
    await expect(page).toHaveURL(/\/portfolio$/);
  });
});
