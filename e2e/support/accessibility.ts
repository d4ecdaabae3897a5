import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

/** `failureSummary` has what axe measured, such as both colors of a contrast. */
type Finding = { id: string; nodes: { html: string; failureSummary: string }[] };
type WindowWithAxe = Window & {
  axe?: { run(context: Node, options: object): Promise<{ violations: Finding[] }> };
};

/** The small build: a page takes it in half the time. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The themes differ in their colors alone. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const themes = [
  { theme: 'light', rules: {} },
  { theme: 'dark', rules: { runOnly: COLOR_RULES } },
];

/**
 * Zero axe violations in the light and in the dark theme, and no sideways scrolling, in the page's present state. Each theme is
 * shown at the end of all color transitions.
 * @param part looks at this part alone: for the next state of a dialog on a page that was checked as a whole before
 */
export async function expectAccessible(page: Page, part?: Locator): Promise<void> {
  const element = part ? await part.elementHandle() : null;
  if (await page.evaluate(() => !(window as WindowWithAxe).axe)) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async ([themes, element]) => {
      // axe looks into a frame only when it is loaded there as well.
      if (document.querySelector('iframe'))
        throw new Error('the page has a frame, which this check does not look into');
      const { axe } = window as WindowWithAxe;
      if (!axe) throw new Error('axe is not loaded');
      const show = (theme: string) => {
        localStorage.setItem('theme', theme);
        document.documentElement.setAttribute('data-theme', theme);
      };
      const before = document.documentElement.getAttribute('data-theme') ?? 'light';
      const found: string[] = [];
      for (const { theme, rules } of themes) {
        show(theme);
        // At once: waiting for them would take half of the check. The end of one may begin another, in what inherits its color.
        const transitions = () =>
          document
            .getAnimations()
            .filter(
              ({ effect, playState }) =>
                playState !== 'finished' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
            );
        for (let quiet = 0; quiet < 2; quiet += 1) {
          await new Promise((next) => requestAnimationFrame(next));
          for (const one of transitions()) {
            one.finish();
            quiet = -1;
          }
        }
        // No rule here needs the style sheets and videos that axe would load again.
        const options = { resultTypes: ['violations'], preload: false, ...rules };
        const { violations } = await axe.run(element ?? document, options);
        for (const { id, nodes } of violations) {
          found.push(
            `${theme} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
          );
        }
      }
      show(before);
      return found;
    },
    [themes, element] as const,
  );
  expect(violations).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** No sideways scrolling: the page fits the screen it is on. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // A phone zooms out until all is in its window, whose own width therefore tells nothing.
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBeLessThanOrEqual(0);
}
