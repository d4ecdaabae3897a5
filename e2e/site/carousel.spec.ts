import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { expect, isOnPhone, test } from '../support/fixtures.ts';

const NAMES = [
  'Parking Lot & Site Lighting',
  'LED Retrofits',
  'Interior Lighting Maintenance',
  'Electrical Repairs & Troubleshooting',
  'Emergency & Exit Lighting',
  'Controls, Panels & EV Charging',
];

// The slides advance by themselves only for those who want motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const carousel = (page: Page) => page.getByRole('region', { name: 'Our services' });
const button = (page: Page, name: string) => carousel(page).getByRole('button', { name });

/** Opens the home page with a clock that stands still, and waits until the slides can move. */
async function openHome(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-03-02T15:00:00Z' });
  await page.clock.pauseAt('2026-03-02T15:00:01Z');
  await page.goto('/');
  // A page whose clock stands still is never idle, so a key press starts its script.
  await page.keyboard.press('Shift');
  await expect(button(page, 'Next slide')).toBeEnabled();
}

/** Slide n is shown, and only its cards can be seen, reached and read. A phone has six slides, a desktop two. */
async function expectSlide(page: Page, isPhone: boolean, n: number): Promise<void> {
  const of = isPhone ? 6 : 2;
  const perSlide = 6 / of;
  const slides = carousel(page).getByRole('group');
  await expect(slides).toHaveCount(1);
  await expect(slides).toHaveAttribute('aria-label', `${n} of ${of}`);
  await expect(slides).toHaveAttribute('aria-roledescription', 'slide');
  await expect(carousel(page).getByText(`${n} / ${of}`)).toBeVisible();
  const names = await slides.getByRole('link').locator('strong').allTextContents();
  expect(names).toEqual(NAMES.slice((n - 1) * perSlide, n * perSlide));
}

test.describe('The carousel', () => {
  let isPhone = false;
  test.beforeEach(async ({ page: _ }, info) => {
    isPhone = isOnPhone(info);
  });

  test('advances every 3 seconds and starts again after the last slide', { tag: '@phone' }, async ({ page }) => {
    await openHome(page);
    await expect(carousel(page)).toHaveAttribute('aria-roledescription', 'carousel');
    await expectSlide(page, isPhone, 1);
    const count = isPhone ? 6 : 2;
    for (let n = 1; n <= count; n += 1) {
      await page.clock.runFor(2900);
      await expectSlide(page, isPhone, n);
      await page.clock.runFor(100);
      await expectSlide(page, isPhone, (n % count) + 1);
    }
  });

  test('shows the cards of its slide inside its frame, linked to the form with the service', { tag: '@phone' }, async ({
    page,
  }) => {
    await openHome(page);
    await button(page, 'Pause slides').click();
    await button(page, 'Next slide').click();
    await page.clock.runFor(2000);
    const card = carousel(page).getByRole('link').first();
    await card.scrollIntoViewIfNeeded();
    await expect(card).toBeInViewport({ ratio: 0.9 });
    await expect(card).toHaveAttribute('href', isPhone ? '/request?service=led-retrofits' : /electrical-repair/);
    await expectNoSidewaysScroll(page);
    await page.clock.resume();
  });

  test('pauses under the mouse, and stops after Pause; Play overrules the mouse and the keyboard focus', async ({
    page,
  }) => {
    await openHome(page);
    await carousel(page).getByRole('link').first().hover();
    await page.clock.runFor(30_000);
    await expectSlide(page, false, 1);
    await page.mouse.move(2, 2);
    await page.clock.runFor(3000);
    await expectSlide(page, false, 2);

    await expect(carousel(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
    await button(page, 'Pause slides').click();
    await expect(carousel(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    await page.mouse.move(2, 2);
    await page.clock.runFor(30_000);
    await expectSlide(page, false, 2);
    await button(page, 'Next slide').click();
    await expectSlide(page, false, 1);
    await button(page, 'Previous slide').click();
    await expectSlide(page, false, 2);
    await button(page, 'Play slides').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Pause slides').hover();
    await page.clock.runFor(3000);
    await expectSlide(page, false, 1);
    await expect(carousel(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  });

  test('does not pause on a tap', { tag: '@phone-only' }, async ({ page }) => {
    await openHome(page);
    await carousel(page).getByRole('heading').tap();
    await button(page, 'Next slide').tap();
    await expectSlide(page, true, 2);
    await page.clock.runFor(3000);
    await expectSlide(page, true, 3);
  });

  test('pauses while the keyboard focus is inside, and keeps hidden slides out of the tab order', async ({ page }) => {
    await openHome(page);
    await button(page, 'Pause slides').focus();
    await page.clock.runFor(30_000);
    await expectSlide(page, false, 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Next slide')).toBeFocused();
    for (const name of NAMES.slice(0, 3)) {
      await page.keyboard.press('Tab');
      await expect(carousel(page).getByRole('link', { name })).toBeFocused();
    }
    await page.clock.runFor(30_000);
    await expectSlide(page, false, 1);
    await page.keyboard.press('Tab');
    await expect(carousel(page).locator(':focus')).toHaveCount(0);
    await page.clock.runFor(3000);
    await expectSlide(page, false, 2);
  });

  test('does not move by itself for people who prefer reduced motion, until they press Play', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHome(page);
    await expect(button(page, 'Play slides')).toBeVisible();
    await page.clock.runFor(30_000);
    await expectSlide(page, false, 1);
    await button(page, 'Play slides').click();
    await page.clock.runFor(3000);
    await expectSlide(page, false, 2);
  });

  test('keeps its card in view and its numbers right when the screen turns', async ({ page }) => {
    await page.setViewportSize({ width: 500, height: 900 });
    await openHome(page);
    await button(page, 'Pause slides').click();
    for (let press = 0; press < 4; press += 1) await button(page, 'Next slide').click();
    await expectSlide(page, true, 5);
    await page.setViewportSize({ width: 900, height: 500 });
    await expectSlide(page, false, 2);
    await page.setViewportSize({ width: 500, height: 900 });
    await expectSlide(page, true, 5);
  });
});

test.describe('The carousel without its script', () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });

  test('can be scrolled when only the script of the slides does not load', async ({ page }) => {
    await page.route('**/embla-carousel*.js', (route) => route.abort());
    await page.goto('/');
    await expect(button(page, 'Next slide')).toBeHidden();
    await expect(carousel(page).getByRole('group')).toHaveCount(2);
    await carousel(page).getByRole('link').last().scrollIntoViewIfNeeded();
    await expect(carousel(page).getByRole('link').last()).toBeInViewport();
  });

  test('shows the right number of slides before any script has run', { tag: '@phone' }, async ({ page }, info) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    const isPhone = isOnPhone(info);
    await expect(carousel(page).getByText('1 / 6')).toBeVisible({ visible: isPhone });
    await expect(carousel(page).getByText('1 / 2')).toBeVisible({ visible: !isPhone });
  });
});

test('The home page ends with the ways to begin, and its list links to the form with the service', async ({ page }) => {
  await page.goto('/');
  const end = page.getByRole('region', { name: 'Something dark or dead?' });
  await expect(end.getByRole('link', { name: 'Request Service' })).toHaveAttribute('href', '/request');
  await expect(end.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/);
  const list = page.getByRole('region', { name: 'What do you need done?' });
  await list.getByRole('link', { name: /LED Retrofits/ }).click();
  await expect(page).toHaveURL(/\/request\?service=led-retrofits$/);
});
