import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

test.use({ allowConsole: /401/ });

/** Makes the page believe that a native app shows it in its web view. Returns what the app receives. */
async function inNativeApp(page: Page) {
  await page.addInitScript(() => {
    const received: string[] = [];
    Object.assign(window, { received, ReactNativeWebView: { postMessage: (text: string) => received.push(text) } });
  });
  return () => page.evaluate(() => (window as unknown as { received: string[] }).received);
}

test('In a native app, the end of a session is posted to the app, and the page stays', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const technician = await api.person('technician');
  const received = await inNativeApp(page);
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  await expect(page.getByRole('dialog')).toContainText(request.external_id);
  expect(await received()).toEqual([]);
  await api.office(contract.users.toggleStatus, { ...pathOf(technician), body: {} });
  // The user comes back to the app, which makes the page read again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect.poll(async () => (await received()).length).toBeGreaterThan(0);
  // What the page goes on reading says nothing more.
  const again = page.waitForResponse((response) => response.status() === 401);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await again;
  expect(await received()).toHaveLength(1);
  expect(JSON.parse((await received())[0] ?? '')).toEqual({ type: 'LOGOUT', reason: 'unauthorized' });
  await expect(page.getByText('Your session has ended. The app takes care of signing you in again.')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/dashboard\/technician$/);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('In a native app, a public page posts nothing', async ({ page, api }) => {
  const received = await inNativeApp(page);
  const request = await api.request();
  await page.goto(`/track?id=${request.external_id}`);
  await expect(page.getByText('Pending').first()).toBeVisible();
  expect(await received()).toEqual([]);
});
