import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { SubmittedRequest } from '../support/api.ts';
import { complete, dialogOf, expectSavedOnce, isUpdate, photosIn } from '../support/completions.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { type Drop, type LossyNetwork, lossyNetwork, seeded } from '../support/lossy-network.ts';
import { WAITS } from '../support/outbox.ts';

/** The same drops and the same kills in every run. */
const SEED = 20_261_122;
const DROPS = 20;
const PHOTOS = ['pole.png', 'panel.png', 'lamp.png'];
const SENT = 'Request updated successfully!';
/** Everything that was entered is in the form. */
async function expectAllBack(dialog: Locator): Promise<void> {
  await expect(dialog.getByText('What you had entered is back.')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Completed' })).toBeChecked();
  await expect(dialog.getByLabel('Notes')).toHaveValue('Four ballasts replaced.');
  await expect(photosIn(dialog)).toHaveText(PHOTOS);
  await expect(dialog.getByRole('img', { name: 'Signature area, signed' })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^5 stars/ })).toBeChecked();
  await expect(dialog.getByLabel(/feedback/i)).toHaveValue('Bright as day.');
}

/** Opens the work order in a new page of the same browser. */
async function reopen(context: BrowserContext, network: LossyNetwork, request: SubmittedRequest): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${network.url}/dashboard/technician?requestId=${request.id}`);
  return page;
}

test.describe('In a dead spot', () => {
  test.use({ allowConsole: /net::ERR_|status of 409/ });

  test('a completion arrives once although the connection drops at 20 points and the page is killed', {
    tag: '@phone-only',
  }, async ({ page: first, api, server, context }) => {
    const random = seeded(SEED);
    const drops = Array.from({ length: DROPS }, (): Drop => {
      const kind = Math.floor(random() * 3);
      if (kind === 0) return { when: 'before' };
      return kind === 1 ? { when: 'during', share: random() } : { when: 'after' };
    });
    expect(new Set(drops.map(({ when }) => when)).size).toBe(3);
    const network = await lossyNetwork(server, isUpdate, drops);
    const technician = await api.staff('technician');
    const request = await api.assignedTo(technician);
    let page = first;
    let kills = 0;
    await openAs(page, technician, `${network.url}/dashboard/technician?requestId=${request.id}`);
    await complete(page, dialogOf(page, request), PHOTOS);
    await dialogOf(page, request).getByRole('button', { name: 'Update Request' }).click();

    for (let seen = 0; seen < DROPS; ) {
      await network.until(seen + 1);
      const dialog = dialogOf(page, request);
      // At any moment: half of the killed pages have not even noticed that the connection is gone.
      const [isKilled, hasNoticed] = [random() < 0.5, random() < 0.5];
      if (!isKilled || hasNoticed) await expect(dialog.getByText(WAITS).or(page.getByText(SENT)).first()).toBeVisible();
      // A browser sends a call again by itself when it fails on a connection that was open before: one try may meet several drops.
      seen = network.dropped.length;
      if (isKilled) {
        kills += 1;
        await page.close();
        page = await reopen(context, network, request);
        // The last tries may arrive before anybody can look.
        if (seen < DROPS / 2) await expectAllBack(dialogOf(page, request));
      } else if (hasNoticed && seen < DROPS) {
        await dialog.getByRole('button', { name: 'Update Request' }).click();
      } else {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
      }
    }
    expect(kills).toBeGreaterThan(2);
    // In the dialog, or in a message when it arrived before the dialog was open.
    await expect(page.getByText(SENT).first()).toBeVisible();
    expect(network.dropped).toEqual(drops);
    await expect(page.getByRole('region', { name: 'Not sent yet' })).toBeHidden();
    await network.close();

    await expectSavedOnce(api, request, PHOTOS);
  });
});
