import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { contract, type Input } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectCount, message, requestsOf } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';

async function edges(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not on the page');
  return { top: box.y, bottom: box.y + box.height, width: box.width, height: box.height };
}

test('Requests are chosen on their cards, given away together, and taken back by one Undo', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.account('technician');
  const { word, requests } = await requestsOf(api, 12);
  const countOf = async (query: Input<typeof contract.requests.list>['query']) =>
    (await api.office(contract.requests.list, { query: { search: word, ...query } })).matched;
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 12);
  const boxOf = (index: number) => page.getByRole('checkbox', { name: `Select ${requests[index]?.external_id}` });
  const target = await edges(boxOf(0).locator('..'));
  expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44);
  await boxOf(0).tap();
  await boxOf(1).tap();
  const bar = page.getByRole('region', { name: 'Selected requests' });
  await expect(bar).toContainText('2 selected');
  await expectAccessible(page);

  // It stands above the bar of the dashboard, and a card that it covers moves out when it gets the focus.
  const { top, bottom } = await edges(bar);
  expect(bottom).toBeLessThanOrEqual((await edges(page.getByRole('navigation', { name: 'Dashboard' }))).top);
  const boxes = page.getByRole('checkbox', { name: /^Select REQ/ });
  const ends = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().bottom));
  const covered = boxes.nth(ends.findIndex((end) => end > top));
  await covered.focus();
  expect((await edges(covered)).bottom).toBeLessThanOrEqual(top);
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  const last = page.getByRole('list', { name: 'Requests', exact: true }).getByRole('listitem').last();
  expect((await edges(last)).bottom).toBeLessThanOrEqual((await edges(bar)).top);

  await bar.getByRole('button', { name: 'Assign' }).tap();
  const menu = page.getByRole('listbox', { name: 'Assign 2 requests to' });
  // The focus is not in the search, which would open the keyboard of a phone over the list.
  await expect(menu).toBeFocused();
  await menu.getByRole('option', { name: technician.name }).tap();
  await expect(message(page, `2 requests assigned to ${technician.name}`)).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await countOf({ technician: String(technician.id) })).toBe(2);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toHaveCount(1);
  await undo.tap();
  await expect(message(page, 'Undone')).toBeVisible();
  expect(await countOf({ assignment: 'unassigned', status: 'pending' })).toBe(12);
});

test('What is chosen on cards is chosen as a page, is cleared, and moves no card', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const { word } = await requestsOf(api, 12);
  await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
  await expectCount(page, 12);
  const boxes = page.getByRole('checkbox', { name: /^Select REQ/ });
  const chosen = page.getByRole('checkbox', { name: /^Select REQ/, checked: true });
  const wholePage = page.getByRole('checkbox', { name: 'Select all on this page' });
  const bar = page.getByRole('region', { name: 'Selected requests' });
  await boxes.first().tap();
  await expect(wholePage).toBeChecked({ indeterminate: true });
  await wholePage.tap();
  await expect(chosen).toHaveCount(12);
  await expect(bar).toContainText('12 selected');
  await boxes.nth(2).tap();
  await expect(bar).toContainText('11 selected');
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  const before = await edges(boxes.nth(5));
  await bar.getByRole('button', { name: 'Clear selection' }).tap();
  await expect(bar).toHaveCount(0);
  await expect(chosen).toHaveCount(0);
  expect((await edges(boxes.nth(5))).top).toBe(before.top);
  // A screen reader goes on where the last choice was made.
  await expect(page.getByRole('list', { name: 'Requests', exact: true }).getByRole('listitem').nth(2)).toBeFocused();
});

test('Nothing can be chosen on cards that are only read', { tag: '@phone-only' }, async ({ page, api }) => {
  const { word } = await requestsOf(api, 2);
  await openAs(page, await api.person('auditor'), `/dashboard/auditor/requests?search=${word}`);
  await expectCount(page, 2);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});
