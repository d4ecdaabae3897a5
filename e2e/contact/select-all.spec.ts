import type { ContactStatus } from '#contract/words/contact.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectMessages, messagesOf } from '../support/message-lists.ts';
import { callTo, hold } from '../support/network.ts';
import { message } from '../support/request-lists.ts';

test('Every message that matches is chosen, resolved with its progress told, and taken back by one Undo', async ({
  page,
  api,
}) => {
  test.slow();
  const { word, address } = await messagesOf(api, 103);
  const countOf = async (status: ContactStatus) =>
    (await api.office(contract.contact.list, { query: { search: word, status } })).data.matched;
  await openAs(page, await api.staff('admin'), address);
  await expectMessages(page, 25);
  const bar = page.getByRole('region', { name: 'Selected messages' });
  const wholePage = page.getByRole('checkbox', { name: 'Select all on this page' });
  await wholePage.check();
  await expect(bar).toContainText('25 selected');
  await bar.getByRole('button', { name: 'Select all 103 that match' }).click();
  await expect(bar).toContainText('All 103 that match are selected');
  await expectAccessible(page);
  // A row less is a choice of its own.
  await page
    .getByRole('checkbox', { name: /^Select message from/ })
    .first()
    .uncheck();
  await expect(bar).toContainText('24 selected');
  await expect(bar.getByRole('button', { name: /that match/ })).toHaveCount(0);
  await wholePage.check();
  const whole = /\/api\/contacts?\?.*limit=200/;
  const releaseRead = await hold(page, whole);
  const offer = bar.getByRole('button', { name: 'Select all 103 that match' });
  await offer.click();
  await expect(offer).toHaveAttribute('data-loading');
  // Keys wait for the whole.
  await page.keyboard.press('r');
  await page.keyboard.press('s');
  releaseRead();
  await expect(bar).toContainText('All 103 that match are selected');
  await expect(page.getByRole('listbox')).toHaveCount(0);

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(callTo(contract.contact.setStatusOfMany), async (route) => {
    calls += 1;
    if (calls === 2) await released;
    await route.continue();
  });
  await bar.getByRole('button', { name: 'Set Status' }).click();
  await page
    .getByRole('listbox', { name: 'Set status of 103 messages' })
    .getByRole('option', { name: 'Resolved' })
    .click();
  await expect(page.getByText('100 of 103 messages are done')).toBeVisible();
  release();
  await expect(message(page, '103 messages updated')).toBeVisible();
  await expect(page.getByText('messages are done')).toHaveCount(0);
  expect(await countOf('resolved')).toBe(103);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  expect(await countOf('new')).toBe(103);
});

test('On a phone, messages are chosen on their cards, and every one that matches from there', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const { word, sent, address } = await messagesOf(api, 27);
  const countOf = async (status: ContactStatus) =>
    (await api.office(contract.contact.list, { query: { search: word, status } })).data.matched;
  await openAs(page, await api.staff('admin'), address);
  await expectMessages(page, 25);
  const bar = page.getByRole('region', { name: 'Selected messages' });
  await page.getByRole('checkbox', { name: `Select message from ${sent[0]?.name}` }).tap();
  await expect(bar).toContainText('1 selected');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).tap();
  const offer = bar.getByRole('button', { name: 'Select all 27 that match' });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.tap();
  await expect(bar).toContainText('All 27 that match are selected');
  await bar.getByRole('button', { name: 'Set Status' }).tap();
  await page
    .getByRole('listbox', { name: 'Set status of 27 messages' })
    .getByRole('option', { name: 'Resolved' })
    .tap();
  await expect(message(page, '27 messages updated')).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await countOf('resolved')).toBe(27);
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await expect(message(page, 'Undone')).toBeVisible();
  expect(await countOf('new')).toBe(27);
});
