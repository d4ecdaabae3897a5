import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';

test(
  'With forced colors the icon of the current page has the color of its words',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    const current = page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: 'Dashboard', exact: !isOnPhone(info) });
    await expect(current).toHaveAttribute('aria-current', 'page');
    const colors = () =>
      current.evaluate((link) =>
        [link, ...link.querySelectorAll('svg')].map((element) => getComputedStyle(element).color),
      );
    const [words, icon] = await colors();
    expect(icon).not.toBe(words);
    await page.emulateMedia({ forcedColors: 'active' });
    await expect.poll(async () => new Set(await colors()).size).toBe(1);
  },
);
