import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { openForm } from '../support/request-form.ts';

const header = (page: Page) => page.getByRole('banner');
const bar = (page: Page) => page.getByRole('complementary', { name: 'Call or request service' });

/** Tabs through the content of a page and returns what lies wholly behind its header or its call bar. */
async function hiddenStops(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const stops = await main.locator('a[href], button, input, textarea, select').count();
  await main.focus();
  const hidden: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main')) return null;
      const { top, bottom, height } = focused.getBoundingClientRect();
      const fixed = ['header', 'main ~ aside']
        .map((name) => document.querySelector(name))
        .filter((element) => element && ['fixed', 'sticky'].includes(getComputedStyle(element).position))
        .map((element) => element?.getBoundingClientRect() ?? new DOMRect());
      const isHidden = bottom <= 0 || top >= innerHeight || fixed.some((box) => top >= box.top && bottom <= box.bottom);
      return height > 0 && isHidden ? `${focused.outerHTML.slice(0, 90)} at ${top} to ${bottom}` : null;
    });
    if (found) hidden.push(found);
  }
  return hidden;
}

const windows = [
  [320, 640],
  [390, 844],
  [640, 400],
  [320, 256],
  [667, 375],
] as const;
test(`The focused field is never behind the header or the call bar at ${windows.map((size) => size.join('x')).join(', ')}`, async ({
  page,
}) => {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await openForm(page);
    expect(await hiddenStops(page), `${width}x${height}`).toEqual([]);
  }
});

test('A low window belongs to the page: its header and its call bar scroll with it, and the menu opens whole', async ({
  page,
}) => {
  for (const [width, height] of [
    [320, 200],
    [320, 256],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/about');
    await expect(header(page)).toBeInViewport();
    await expect(bar(page)).not.toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, innerHeight));
    await expect(header(page)).not.toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    // It is the end of the page, and nothing below is kept free for it.
    await expect(bar(page)).toBeInViewport({ ratio: 0.95 });
    const footer = await page.getByRole('contentinfo').boundingBox();
    const box = await bar(page).boundingBox();
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeCloseTo(box?.y ?? -1, 0);
    await expectNoSidewaysScroll(page);

    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
    await menu.getByRole('link', { name: 'Request Service' }).click();
    await expect(page).toHaveURL(/\/request$/);
  }
});
