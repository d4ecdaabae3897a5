import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectMessages, messageRow, messagesOf } from '../support/message-lists.ts';
import { answer, callTo, withoutLive } from '../support/network.ts';
import { message } from '../support/request-lists.ts';

// Live updates would read the rows again by themselves.
test.beforeEach(({ page }) => withoutLive(page));

const pickStatus = (page: Page, label: string) =>
  page.getByRole('listbox').getByRole('option', { name: label }).click();
const changeStatus = async (page: Page, of: { name: string }, label: string) => {
  await messageRow(page, of)
    .getByRole('button', { name: /^Change status/ })
    .click();
  await pickStatus(page, label);
};

test('The status is changed in the row, counted at once, and undone', { tag: '@phone' }, async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 1);
  const [one] = sent;
  if (!one) throw new Error('there is no message');
  await openAs(page, await api.staff('admin'), address);
  await changeStatus(page, one, 'Contacted');
  await expect(message(page, 'Status updated successfully')).toBeVisible();
  await expect(messageRow(page, one)).toContainText('Contacted');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  await expect(messageRow(page, one)).toContainText('New');
  await changeStatus(page, one, 'Resolved');
  await expect(message(page, 'Status updated successfully').last()).toBeVisible();
  await page.reload();
  await expect(messageRow(page, one)).toContainText('Resolved');
});

test.describe('A change from the row that fails', () => {
  test.use({ allowConsole: /500|ERR_FAILED/ });

  const failures = [
    ['without an answer', 'Failed to update status', null],
    ['with a reason', 'The office has no power.', { error: 'internal', message: 'The office has no power.' }],
    ['with a failure of the server', 'Failed to update status', {}],
  ] as const;

  test('for any cause: the row is as it was, it is told, and the next try succeeds', async ({ page, api }) => {
    const { sent, address } = await messagesOf(api, 1);
    const [one] = sent;
    if (!one) throw new Error('there is no message');
    await openAs(page, await api.staff('admin'), address);
    for (const [name, text, reply] of failures) {
      await test.step(name, async () => {
        await page.route(callTo(contract.contact.setStatusOfMany), (route) =>
          reply ? answer(route, 500, reply) : route.abort(),
        );
        await changeStatus(page, one, 'Spam');
        await expect(message(page, text)).toBeVisible();
        await expect(messageRow(page, one)).toContainText('New');
        await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
        await page.unroute(callTo(contract.contact.setStatusOfMany));
        await page.getByRole('button', { name: 'Dismiss message' }).click();
        await expect(message(page, text)).toHaveCount(0);
      });
    }
    await changeStatus(page, one, 'Spam');
    await expect(message(page, 'Status updated successfully')).toBeVisible();
  });

  test('because somebody was first: the sender is named, and the row shows what is so now', async ({ page, api }) => {
    const { sent, address } = await messagesOf(api, 1);
    const [one] = sent;
    if (!one) throw new Error('there is no message');
    await openAs(page, await api.staff('admin'), address);
    await expectMessages(page, 1);
    await api.office(contract.contact.setStatus, { ...pathOf(one), body: { status: 'contacted' } });
    await changeStatus(page, one, 'Spam');
    await expect(message(page, new RegExp(`^${one.name}: .+ changed the status on `))).toBeVisible();
    await expect(messageRow(page, one)).toContainText('Contacted');
  });
});

test('Selected messages are set at once, with one message and one Undo', async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 3);
  const [first, second, third] = sent;
  if (!first || !second || !third) throw new Error('there are no messages');
  await api.office(contract.contact.setStatus, { ...pathOf(second), body: { status: 'contacted' } });
  await openAs(page, await api.staff('admin'), address);
  await expectMessages(page, 3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('checkbox', { name: `Select message from ${third.name}` }).uncheck();
  const bar = page.getByRole('region', { name: 'Selected messages' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Set Status' }).click();
  await pickStatus(page, 'Spam');
  await expect(message(page, '2 messages updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'Spam' })).toHaveCount(2);
  await expect(messageRow(page, third)).toContainText('New');
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  await page.reload();
  await expect(messageRow(page, first)).toContainText('New');
  await expect(messageRow(page, second)).toContainText('Contacted');
});

test('Of selected messages the refused ones are named and stay selected', async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 2);
  const [first, second] = sent;
  if (!first || !second) throw new Error('there are no messages');
  await openAs(page, await api.staff('admin'), address);
  await expectMessages(page, 2);
  await api.office(contract.contact.setStatus, { ...pathOf(second), body: { status: 'spam' } });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Set Status' }).click();
  await pickStatus(page, 'Resolved');
  await expect(message(page, new RegExp(`^1 message updated, 1 refused: ${second.name}: `))).toBeVisible();
  await expect(messageRow(page, first)).toContainText('Resolved');
  await expect(messageRow(page, second)).toContainText('Spam');
  await expect(page.getByRole('checkbox', { name: `Select message from ${second.name}` })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Selected messages' })).toContainText('1 selected');
});

test.describe('In a window of 1280 by 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('ten messages or more are in sight, however long their texts are', async ({ page, api }) => {
    const word = unique('lamp');
    for (let n = 0; n < 12; n += 1) {
      await api.message({
        name: 'The Central Florida Association of Independent Conference Hotels, Inc.',
        email: `${unique('m'.repeat(40))}@whitfield.example`,
        phone: '+1 (407) 555-0142 ext. 12345',
        message: `The pole lights along the north parking lot flicker, ${word} ${'and so on '.repeat(400)}`,
      });
    }
    await openAs(page, await api.staff('admin'), `/dashboard/admin/contacts?search=${word}`);
    await expectMessages(page, 12);
    const inSight = await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
    expect(inSight).toBeGreaterThanOrEqual(10);
    await expectNoSidewaysScroll(page);
  });
});

test('A card of a phone is at most 140 pixels high', { tag: '@phone-only' }, async ({ page, api }) => {
  const { sent, address } = await messagesOf(api, 1, {
    phone: '(407) 555-0142',
    message: `The pole lights along the north parking lot flicker ${unique('lamp')}`,
  });
  const [one] = sent;
  if (!one) throw new Error('there is no message');
  await openAs(page, await api.staff('admin'), address);
  const { height = 0 } = (await messageRow(page, one).boundingBox()) ?? {};
  expect(height).toBeGreaterThan(80);
  expect(height).toBeLessThanOrEqual(140);
});
