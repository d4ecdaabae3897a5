import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { withoutLive } from '../support/network.ts';

test('Each number of a field is a link that does not dial its extension, and no number wraps', {
  tag: '@phone',
}, async ({ page, api }) => {
  await withoutLive(page);
  const sent = await api.message({ name: unique('Two Numbers '), phone: '(407) 555-0142 ext. 12 / 1-800-LIGHTS1' });
  await openAs(
    page,
    await api.staff('admin'),
    `/dashboard/admin/contacts?search=${encodeURIComponent(sent.email)}&contactId=${sent.id}`,
  );
  const dialog = page.getByRole('dialog', { name: `Message from ${sent.name}` });
  const first = dialog.getByRole('link', { name: '(407) 555-0142 ext. 12' });
  const second = dialog.getByRole('link', { name: '1-800-LIGHTS1' });
  await expect(first).toHaveAttribute('href', 'tel:+14075550142;ext=12');
  await expect(second).toHaveAttribute('href', 'tel:+18005444871');
  await expect(first.locator('..')).toHaveText('(407) 555-0142 ext. 12 / 1-800-LIGHTS1');

  // In every width between a word and both numbers.
  const lines = await first.locator('..').evaluate((element) => {
    const ends = (number: Element) => {
      const range = document.createRange();
      range.selectNodeContents(number);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    };
    const found = new Set<number>();
    element.style.display = 'block';
    for (let width = 400; width >= 40; width -= 10) {
      element.style.inlineSize = `${width}px`;
      for (const number of element.querySelectorAll('a > span')) found.add(ends(number));
    }
    element.removeAttribute('style');
    return [...found];
  });
  expect(lines).toEqual([1]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, dialog);

  // Both are found by their last digits, as the keys of a telephone have them.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Rows that are read again are dimmed, and dimmed text has less contrast.
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await expectAccessible(page);
  for (const search of ['555-0142', '544-4871', '1-800-LIGHTS1']) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(search);
    await expect(page).toHaveURL(new RegExp(`search=${search}`));
    await expect(page.getByRole('button', { name: `View message from ${sent.name}` })).toBeVisible();
  }
});
