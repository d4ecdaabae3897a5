import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Api, Person, SubmittedRequest } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { sign } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { type Drop, type LossyNetwork, lossyNetwork, seeded } from '../support/lossy-network.ts';
import { callTo } from '../support/network.ts';
import { WAITS } from '../support/outbox.ts';

/** The same drops and the same kills in every run. */
const SEED = 20_261_122;
const DROPS = 20;
const SENT = 'Request updated successfully!';
const isUpdate = ({ method, url }: { method: string; url: string }) =>
  method === 'PATCH' && callTo(contract.requests.updateWithFiles).test(url);

const savedBy = async (api: Api, request: SubmittedRequest) =>
  (await api.office(contract.requests.get, pathOf(request))).request;

const dialogOf = (page: Page, { external_id }: SubmittedRequest) =>
  page.getByRole('dialog', { name: new RegExp(external_id) });

/** Fills in a whole completion: three photos, a signature, a rating and texts. */
async function complete(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: 'Completed' }).press('Space');
  await dialog.getByLabel('Notes').fill('Four ballasts replaced.');
  await dialog
    .locator('input[type=file][multiple]')
    .setInputFiles([photo('pole.png'), photo('panel.png', [20, 120, 200]), photo('lamp.png', [240, 240, 10])]);
  await sign(page, dialog);
  await dialog.getByRole('radio', { name: /^5 stars/ }).press('Space');
  await dialog.getByLabel(/feedback/i).fill('Bright as day.');
  await expect(photosIn(dialog)).toHaveText(['pole.png', 'panel.png', 'lamp.png']);
}

const photosIn = (dialog: Locator) => dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem');

/** Everything that was entered is in the form. */
async function expectAllBack(dialog: Locator): Promise<void> {
  await expect(dialog.getByText('What you had entered is back.')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Completed' })).toBeChecked();
  await expect(dialog.getByLabel('Notes')).toHaveValue('Four ballasts replaced.');
  await expect(photosIn(dialog)).toHaveText(['pole.png', 'panel.png', 'lamp.png']);
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

async function aWorkOrder(api: Api): Promise<{ technician: Person; request: SubmittedRequest }> {
  const technician = await api.staff('technician');
  return { technician, request: await api.assignedTo(technician) };
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
    const { technician, request } = await aWorkOrder(api);
    let page = first;
    let kills = 0;
    await openAs(page, technician, `${network.url}/dashboard/technician?requestId=${request.id}`);
    await complete(page, dialogOf(page, request));
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

    const saved = await savedBy(api, request);
    expect(saved).toMatchObject({ status: 'completed', rating: 5, customer_notes: 'Bright as day.' });
    expect(saved.notes.match(/Four ballasts replaced\./g)).toHaveLength(1);
    expect(saved.files.map(({ file_name }) => file_name)).toEqual(['pole.png', 'panel.png', 'lamp.png']);
    expect(saved.signature).not.toBeNull();
    expect(saved.evidence).toHaveLength(1);
    expect(saved.history.filter(({ change, to }) => change === 'status' && to === 'completed')).toHaveLength(1);
  });
});
