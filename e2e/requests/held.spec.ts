import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type Api, customer, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, succeed, withoutLive } from '../support/network.ts';
import { fileInput, fillIn, openForm, received, submit } from '../support/request-form.ts';

const HIDDEN = 'https://whitfield.example';
const LIST = callTo(contract.heldRequests.list);

/** A request whose hidden field a form filler has filled in. */
async function aHeld(api: Api) {
  const body = { ...customer(), title: unique('Filled in '), website: HIDDEN };
  const { request } = await api.as(null, contract.requests.create, { body, files: [photo('pole.png')] });
  const { held } = await api.office(contract.heldRequests.list, { query: {} });
  const row = held.find(({ external_id }) => external_id === request.external_id);
  if (!row) throw new Error('the request is not held');
  return row;
}
const cardOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Held requests' }).getByRole('listitem').filter({ hasText: title });
const heldLink = (page: Page) => page.getByRole('main').getByRole('link', { name: /^\d+ Held$/ });

test('A request that a form filler sent is found, read and accepted', { tag: '@phone' }, async ({
  page,
  context,
  api,
}) => {
  const title = unique('A real one ');
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles([photo('pole.png')]);
  await page.locator('input[name=website]').fill(HIDDEN, { force: true });
  await submit(page);
  await received(page);
  const [trackingId] =
    (
      await page
        .getByText(/REQ-[A-Z0-9]{9}-[A-Z0-9]{5}/)
        .first()
        .textContent()
    )?.match(/REQ-\S+/) ?? [];

  const office = await context.newPage();
  await openAs(office, await api.staff('admin'), paths.adminRequests);
  await heldLink(office).click();
  await expect(office).toHaveURL(paths.adminHeldRequests);
  await expect(office.getByRole('heading', { name: 'Held Requests', level: 1 })).toBeVisible();
  const card = cardOf(office, title);
  await expect(card).toContainText(`Something was in a field that people can’t see: ${HIDDEN}`);
  await expect(card.getByRole('button', { name: `Copy ${trackingId}` })).toBeVisible();
  await expect(card.getByRole('link', { name: '(407) 555-0111' })).toBeVisible();
  await expectAccessible(office);
  await card.getByRole('button', { name: 'View pole.png in full size' }).click();
  await expect(office.getByRole('dialog').getByRole('img', { name: /pole\.png/ })).toBeVisible();
  await office.keyboard.press('Escape');
  await card.getByRole('button', { name: `Accept: ${trackingId}` }).click();
  const done = office.getByRole('status').filter({ hasText: `Request ${trackingId} accepted.` });
  await expect(done).toBeVisible();
  await expect(card).toHaveCount(0);
  await expectAccessible(office);
  await done.getByRole('link', { name: 'Open Request' }).click();
  await expect(office.getByRole('dialog', { name: new RegExp(`${trackingId}`) })).toBeVisible();
});

test('A held request is deleted after a question', { tag: '@phone' }, async ({ page, api }) => {
  const held = await aHeld(api);
  await openAs(page, await api.staff('admin'), paths.adminHeldRequests);
  const card = cardOf(page, held.title);
  const remove = card.getByRole('button', { name: `Delete…: ${held.external_id}` });
  await remove.click();
  const question = page.getByRole('dialog', { name: `Delete request ${held.external_id}?` });
  await expect(question).toContainText('tracking ID stops working');
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`Request ${held.external_id} deleted.`)).toBeVisible();
  await expect(card).toHaveCount(0);
  const tracked = await api.attempt(null, contract.requests.track, { params: { id: held.external_id } });
  expect(tracked.status).toBe(404);
});

test.describe('When someone else was first', () => {
  test.use({ allowConsole: /status of 409/ });
  test('the page says who, and the request leaves the list', async ({ page, api }) => {
    await withoutLive(page);
    const held = await aHeld(api);
    await openAs(page, await api.staff('admin'), paths.adminHeldRequests);
    const card = cardOf(page, held.title);
    await expect(card).toBeVisible();
    await api.office(contract.heldRequests.accept, pathOf(held));
    await card.getByRole('button', { name: /^Accept/ }).click();
    const refusal = page.getByRole('alert');
    await expect(refusal).toContainText('Olive Office has already accepted this request.');
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await refusal.getByRole('button', { name: 'Dismiss' }).click();
    await expect(refusal).toHaveCount(0);
  });
});

test('Held requests come and go in open browsers by themselves', async ({ page, context, api }) => {
  const admin = await api.staff('admin');
  const before = (await api.office(contract.heldRequests.count, {})).count;
  await openAs(page, admin, paths.adminHeldRequests);
  const requests = await context.newPage();
  await openAs(requests, admin, paths.adminRequests);
  await expect(page.getByRole('heading', { name: 'Held Requests' })).toBeVisible();
  await expect(requests.getByRole('heading', { name: 'All Requests' })).toBeVisible();
  const held = await aHeld(api);
  await expect(cardOf(page, held.title)).toBeVisible();
  await expect(requests.getByRole('link', { name: `${before + 1} Held` })).toBeVisible();
  await api.office(contract.heldRequests.remove, pathOf(held));
  await expect(cardOf(page, held.title)).toHaveCount(0);
  await expect(requests.getByRole('link', { name: `${before + 1} Held` })).toHaveCount(0);
});

test('The auditor reads held requests and decides nothing', { tag: '@phone' }, async ({ page, api }) => {
  const held = await aHeld(api);
  await openAs(page, await api.staff('auditor'), paths.auditorRequests);
  await heldLink(page).click();
  await expect(page).toHaveURL(paths.auditorHeldRequests);
  const card = cardOf(page, held.title);
  await expect(card.getByRole('button', { name: 'View pole.png in full size' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Accept|Delete)/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('The dashboard counts held requests in what needs the office', async ({ page, api }) => {
  await aHeld(api);
  await openAs(page, await api.staff('admin'), paths.adminDashboard());
  const needs = page.getByRole('region', { name: 'What needs you now' });
  await needs.getByRole('link', { name: /^\d+ Held$/ }).click();
  await expect(page).toHaveURL(paths.adminHeldRequests);
});

test.describe('Without rows', () => {
  test.use({ allowConsole: /status of 500/ });
  test('the page says that it loads, that it failed and that nothing is held', { tag: '@phone' }, async ({
    page,
    api,
  }) => {
    const release = await hold(page, LIST);
    await openAs(page, await api.staff('admin'), paths.adminHeldRequests);
    await expect(page.getByRole('list', { name: 'Held requests' })).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);
    release();
    await page.unroute(LIST);
    await page.route(LIST, (route) => answer(route, 500, { error: 'internal', message: 'Something went wrong' }));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(LIST);
    const none = { held: [], matched: 0, more_match: false, total: 0, page: 1, limit: 25 };
    await page.route(LIST, (route) => succeed(route, contract.heldRequests.list, none));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No held requests')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
