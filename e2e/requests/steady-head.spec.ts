import type { Locator } from '@playwright/test';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold, succeed } from '../support/network.ts';
import { message, requestsOf } from '../support/request-lists.ts';

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox();
  if (!box) throw new Error(`${of} is not shown`);
  return box;
};
const placeOf = async (of: Locator) => {
  const { x, y } = await boxOf(of);
  return [Math.round(x), Math.round(y)];
};

test(
  'What comes late on the dashboard moves nothing that can be pressed',
  { tag: '@phone' },
  async ({ page, api }, { project }) => {
    const technician = await api.account('technician');
    const [first] = (await requestsOf(api, 1)).requests;
    await api.office(contract.requests.assign, { ...pathOf(first), body: { technician_id: technician.id } });
    if (project.name === 'desktop') await page.setViewportSize({ width: 1280, height: 720 });
    const attention = {
      unassigned_emergency: 1,
      refused_work: 1,
      no_signature: 2,
      long_pending: 2,
      long_in_progress: 3,
      low_rating: 1,
    };
    const { promise: known, resolve: letAttention } = Promise.withResolvers<void>();
    await page.route(callTo(contract.requests.attention), async (route) => {
      await known;
      await succeed(route, contract.requests.attention, { attention });
    });
    const letList = await hold(page, callTo(contract.requests.list));
    let readsOfUsers = 0;
    await page.route(callTo(contract.users.list), (route) => {
      readsOfUsers += 1;
      return route.continue();
    });
    await openAs(page, await api.staff('admin'), `/dashboard/admin?technician=${technician.id}`);
    const button = page.getByRole('button', { name: 'Show all' });
    const filter = page.getByRole('searchbox', { name: 'Search' });
    await expect(button).toBeVisible();
    const before = [await placeOf(button), await placeOf(filter)];
    letAttention();
    await expect(page.getByRole('region', { name: 'What needs you now' })).toBeVisible();
    letList();
    await expect(page.getByText('Showing 1 of')).toBeVisible();
    await expect(page.getByText(`assigned to ${technician.name}`).filter({ visible: true })).toBeVisible();
    expect([await placeOf(button), await placeOf(filter)]).toEqual(before);
    // The rows have the name.
    expect(readsOfUsers).toBe(0);
  },
);

test('A message stands in the free room of the head, where it covers nothing', async ({ page, api }) => {
  const technician = await api.account('technician');
  const { word, requests } = await requestsOf(api, 2);
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
  for (const { external_id } of requests) {
    await page.getByRole('button', { name: `Assign ${external_id}` }).click();
    await page.getByRole('listbox').getByRole('option', { name: technician.name }).click();
    await expect(message(page, `${technician.name} has it now.`).filter({ visible: true })).toHaveCount(1);
  }
  const shown = await boxOf(page.getByRole('status', { name: 'Messages' }));
  const find = await boxOf(page.getByRole('button', { name: /^Find/ }));
  const head = await boxOf(page.getByRole('banner'));
  expect(shown.x + shown.width).toBeLessThanOrEqual(find.x);
  expect(shown.y + shown.height).toBeLessThanOrEqual(head.y + head.height);
});

test('On a phone a message stands above the bars at the lower edge, and leaves the head and their buttons free', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.account('technician');
  const { word, requests } = await requestsOf(api, 3);
  await openAs(page, await api.staff('admin'), `/dashboard/admin/requests?search=${word}`);
  const box = (index: number) => page.getByRole('checkbox', { name: `Select ${requests[index]?.external_id}` });
  const bar = page.getByRole('region', { name: 'Selected requests' });
  await box(0).tap();
  await bar.getByRole('button', { name: 'Assign' }).tap();
  await page.getByRole('listbox').getByRole('option', { name: technician.name }).tap();
  await expect(message(page, technician.name)).toBeVisible();
  const endOf = async (of: Locator) => (await boxOf(of)).y + (await boxOf(of)).height;
  const messages = page.getByRole('status', { name: 'Messages' });
  expect((await boxOf(messages)).y).toBeGreaterThan(await endOf(page.getByRole('searchbox', { name: 'Search' })));
  const navigation = page.getByRole('navigation', { name: 'Dashboard' });
  expect(await endOf(messages)).toBeLessThanOrEqual((await boxOf(navigation)).y);
  await box(1).tap();
  await expect(bar).toBeVisible();
  expect(await endOf(messages)).toBeLessThanOrEqual((await boxOf(bar)).y);
  await bar.getByRole('button', { name: 'Clear selection' }).tap();
  await expect(bar).toHaveCount(0);
  // The menu comes from the lower edge as well.
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await messages.getByRole('button', { name: 'Undo' }).tap();
  await expect(message(page, 'Undone')).toBeVisible();
});
