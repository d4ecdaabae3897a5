import { unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const PATH = '/dashboard/admin/requests';
const LONG = {
  customerName: 'The Central Florida Association of Independent Conference Hotels, Inc.',
  priority: 'Emergency',
};
const longTitle = (word: string) =>
  `${word} parking lot poles five to nineteen flicker after rain, and the photocell on the north wall reports day at night`;

test.describe('A card', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('is low, offers status and assignee, and no menu covers it', { tag: '@phone-only' }, async ({ page, api }) => {
    const technician = await api.account('technician');
    const lot = unique('pole');
    const requests = await api.requests(lot, 6, { ...LONG, title: longTitle(lot) });
    await openAs(page, await api.staff('admin'), `${PATH}?search=${lot}`);
    const cards = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
    await expect(cards).toHaveCount(6);
    const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
    // Half of the 255 px that they had.
    expect(Math.max(...heights)).toBeLessThanOrEqual(128);
    for (const [index, { external_id }] of requests.entries()) {
      const card = cards.nth(index);
      await expect(card).toContainText(external_id);
      for (const name of [`Change status of ${external_id}`, `Assign ${external_id}`]) {
        const button = card.getByRole('button', { name });
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(24);
        await button.click();
        const menu = page.getByRole('listbox');
        await expect(menu).toBeVisible();
        await expect(async () => {
          const [above, below] = [await card.boundingBox(), await menu.boundingBox()];
          if (!above || !below) throw new Error('the card or its menu is not on the page');
          const isApart = below.y >= above.y + above.height || below.y + below.height <= above.y;
          expect(isApart).toBe(true);
          expect(below.y + below.height).toBeLessThanOrEqual(844);
        }).toPass();
        await page.keyboard.press('Escape');
      }
    }
    await cards
      .first()
      .getByRole('button', { name: /^Assign/ })
      .click();
    await page.getByRole('option', { name: technician.name }).click();
    await expect(cards.first()).toContainText(technician.name);
    await expect(cards.first()).toContainText('Assigned');
    // It stands above the last card for ten seconds.
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    // The area of the checkbox above it takes no touch away from the button.
    const open = cards.last().getByRole('button', { name: /^View Details/ });
    const { width } = (await open.boundingBox()) ?? { width: 0 };
    await open.tap({ position: { x: width - 6, y: 2 } });
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
