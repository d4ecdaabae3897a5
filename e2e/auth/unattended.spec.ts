import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, withoutLive } from '../support/network.ts';

const UNREAD = callTo(contract.notifications.unreadCount);

test('The calls of a page that nobody uses say so, until somebody presses a key', async ({ page, api }) => {
  await withoutLive(page);
  await page.clock.install();
  const polled = async (go: () => Promise<unknown>) => {
    const asked = page.waitForRequest(UNREAD);
    await go();
    const request = await asked;
    // The next one is not made before this one is answered.
    await (await request.response())?.finished();
    return request.headers()['x-unattended'];
  };
  /** The bell's count is polled every 30 seconds. */
  const later = () => polled(() => page.clock.runFor(31_000));
  expect(await polled(async () => openAs(page, await api.staff('admin'), '/dashboard/admin'))).toBeUndefined();
  await later();
  await later();
  expect(await later()).toBe('1');
  await page.keyboard.press('Shift');
  expect(await later()).toBeUndefined();
});
