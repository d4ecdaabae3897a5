import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest, rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold, withoutLive } from '../support/network.ts';

const SLOW = 'Slow connection. Still loading…';

test('shows what is kept while the network hangs', { tag: '@phone-only' }, async ({ page, api }) => {
  await withoutLive(page);
  await page.clock.install();
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  await expect(rowOf(page, request.external_id)).toBeVisible();
  await hold(page, '**/api/**');
  await page.reload();
  await expect(rowOf(page, request.external_id)).toBeVisible();
  await expect(page.getByText(SLOW)).toBeHidden();
  await page.clock.fastForward(5_000);
  await expect(page.getByText(SLOW)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // A work order that was never opened: the list already says whom to call and where to go.
  await page.getByRole('button', { name: `Work on it: ${request.external_id}` }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(dialog.getByRole('link', { name: /^Call Dana Whitfield/ })).toBeVisible();
  await expect(dialog.getByText('88 Sample Street, Orlando, FL 32801')).toBeVisible();
  await expectAccessible(page);
});

test('gives up an update without an answer, and sends the others first', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  await page.clock.install();
  const technician = await api.person('technician');
  const [hung, next] = [await api.assignedTo(technician), await api.assignedTo(technician)];
  await openAs(page, technician, '/dashboard/technician');
  const arrived: string[] = [];
  let isHanging = true;
  await page.route(callTo(contract.requests.updateWithFiles), async (route) => {
    const id = route.request().url().split('/').at(-2) ?? '';
    // Accepted, and never answered.
    if (isHanging && id === String(hung.id)) return;
    arrived.push(id);
    await route.continue();
  });
  for (const { external_id } of [hung, next]) {
    const dialog = await openRequest(page, 'Work on it', external_id);
    await dialog.getByRole('radio', { name: 'In Progress' }).check();
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    if (external_id === hung.external_id) await dialog.getByRole('button', { name: 'Close work order' }).click();
    else await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  }
  isHanging = false;
  await page.clock.fastForward(61_000);
  await page.clock.fastForward(6_000);
  const statusOf = async () => (await api.office(contract.requests.get, pathOf(hung))).request.status;
  await expect.poll(statusOf).toBe('in_progress');
  expect(arrived).toEqual([String(next.id), String(hung.id)]);
});
