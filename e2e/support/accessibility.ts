import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

type Finding = { id: string; nodes: { html: string }[] };
type WindowWithAxe = Window & { axe?: { run(options: object): Promise<{ violations: Finding[] }> } };

/** The small build: a page takes it in half the time. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The themes differ in their colors alone. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const themes = [
  { theme: 'light', rules: {} },
  { theme: 'dark', rules: { runOnly: COLOR_RULES } },
];

/** Shows the page in this theme, at the end of all color transitions, and lets axe look at it. */
async function violationsIn(page: Page, { theme, rules }: (typeof themes)[number]): Promise<string[]> {
  if (await page.evaluate(() => !(window as WindowWithAxe).axe)) await page.evaluate(AXE);
  // No rule here needs the style sheets and videos that axe would load again.
  const options = { resultTypes: ['violations'], preload: false, ...rules };
  return page.evaluate(
    async ([value, options]) => {
      // axe looks into a frame only when it is loaded there as well.
      if (document.querySelector('iframe'))
        throw new Error('the page has a frame, which this check does not look into');
      localStorage.setItem('theme', value);
      document.documentElement.setAttribute('data-theme', value);
      const transitions = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(transitions.map(({ finished }) => finished));
      const found = await (window as WindowWithAxe).axe?.run(options);
      if (!found) throw new Error('axe is not loaded');
      return found.violations.map(({ id, nodes }) => `${value} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    [theme, options] as const,
  );
}

/** Zero axe violations in the light and in the dark theme, in the page's present state. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = (await page.locator('html').getAttribute('data-theme')) ?? 'light';
  for (const theme of themes) expect(await violationsIn(page, theme)).toEqual([]);
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    document.documentElement.setAttribute('data-theme', value);
  }, before);
}

/** No sideways scrolling: the page fits the screen it is on. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
