import type { BrowserContext, Page } from '@playwright/test';
import type { SubmittedRequest } from '../support/api.ts';
import { storedIn } from '../support/browser-databases.ts';
import { complete, dialogOf, expectSavedOnce, isUpdate } from '../support/completions.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { type Drop, type LossyNetwork, lossyNetwork, seeded } from '../support/lossy-network.ts';

/** How many networks are tried, each with other faults. `npm run test:slow` tries 200. */
const NETWORKS = Number(process.env.NETWORKS ?? 4);
const SEED = 20_261_128;
const PHOTOS = ['pole.png'];
const kinds = ['before', 'during', 'after', 'hung', 'late'] as const;

/** From three to eight faults. */
const faultsOf = (random: () => number): Drop[] =>
  Array.from({ length: 3 + Math.floor(random() * 6) }, () => {
    const when = kinds[Math.floor(random() * kinds.length)] ?? 'before';
    return when === 'during' ? { when, share: random() } : { when };
  });

/** Longer than any try or pause of the outbox, in milliseconds. */
const A_WHILE = 61_000;

/** What a technician and time do to a phone. Returns the page that is open then. */
async function somethingHappens(context: BrowserContext, page: Page, network: LossyNetwork, chance: number) {
  if (chance < 0.45) await page.clock.fastForward(A_WHILE);
  else if (chance < 0.65) network.answerLate();
  else if (chance < 0.85) await page.evaluate(() => window.dispatchEvent(new Event('online')));
  else {
    await page.close();
    const next = await context.newPage();
    await next.goto(`${network.url}/dashboard/technician`);
    return next;
  }
  return page;
}

/** Completes a work order, and closes it as soon as the phone has it: nothing is asked. */
async function completeAndLeave(page: Page, network: LossyNetwork, request: SubmittedRequest): Promise<void> {
  await page.goto(`${network.url}/dashboard/technician?requestId=${request.id}`);
  const dialog = dialogOf(page, request);
  await complete(page, dialog, PHOTOS);
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  // It is stored before the first try.
  await expect.poll(() => network.tries.some((url) => url.includes(`/${request.id}/`))).toBe(true);
}

test.describe('On a network that hangs, drops and answers late', () => {
  test.use({ allowConsole: /net::ERR_|status of 409/ });

  for (let network = 0; network < NETWORKS; network += 1)
    test(`two completions arrive once each (network ${network})`, { tag: '@phone-only' }, async ({
      page: first,
      api,
      server,
      context,
    }) => {
      const random = seeded(SEED + network);
      const faults = faultsOf(random);
      const lossy = await lossyNetwork(server, isUpdate, faults);
      await context.clock.install();
      const technician = await api.staff('technician');
      const requests = [await api.assignedTo(technician), await api.assignedTo(technician)];
      let page = first;
      await openAs(page, technician, `${lossy.url}/dashboard/technician`);
      for (const request of requests) await completeAndLeave(page, lossy, request);
      const isEmpty = async () => (await storedIn(page, 'outbox', 'entries')) === '[]';
      // Faults are left over when both arrive before.
      await expect
        .poll(async () => {
          page = await somethingHappens(context, page, lossy, random());
          return lossy.dropped.length === faults.length || isEmpty();
        })
        .toBe(true);
      // The phone holds nothing anymore.
      await expect
        .poll(async () => {
          lossy.answerLate();
          await page.clock.fastForward(A_WHILE);
          return isEmpty();
        })
        .toBe(true);
      for (const request of requests) await expectSavedOnce(api, request, PHOTOS);
      await lossy.close();
    });
});
