import type { Page } from '@playwright/test';
import { type Api, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';
import { expectCount, requestsOf, tableRow } from '../support/request-lists.ts';

/** The most clicks or keys that dispatching ten pending requests to three technicians may take. */
const MOST = 20;
const SHARES = [4, 3, 3];

/** Three technicians, and ten pending requests in the list. */
async function tenPending(page: Page, api: Api) {
  const technicians = [];
  for (const name of ['First', 'Second', 'Third']) technicians.push(await api.account('technician', unique(name)));
  const { word, requests } = await requestsOf(api, 10);
  await openAs(page, await api.staff('admin'), `/dashboard/admin/requests?search=${word}`);
  await expectCount(page, 10);
  return { technicians, requests };
}

async function sharesOf(api: Api, requests: readonly { id: number }[], technicians: readonly { id: number }[]) {
  const all = await Promise.all(requests.map(({ id }) => api.office(contract.requests.get, pathOf({ id }))));
  expect(all.every(({ request }) => request.status === 'assigned')).toBe(true);
  return technicians.map(({ id }) => all.filter(({ request }) => request.assigned_to === id).length);
}

const report = (by: string, actions: readonly string[]) =>
  process.stdout.write(
    `Ten pending requests to three technicians by ${by}: ${actions.length} actions: ${actions.join(', ')}\n`,
  );

test('Ten pending requests go to three technicians with the mouse', async ({ page, api }) => {
  const { technicians, requests } = await tenPending(page, api);
  const actions: string[] = [];
  const click = async (name: string, run: () => Promise<void>) => {
    actions.push(name);
    await run();
  };
  let at = 0;
  for (const [nth, share] of SHARES.entries()) {
    const rows = requests.slice(at, at + share);
    at += share;
    const boxOf = ({ external_id }: { external_id: string }) =>
      page.getByRole('checkbox', { name: `Select ${external_id}` });
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) throw new Error('there are no rows');
    await click('first', () => boxOf(first).click());
    await click('Shift and last', () => boxOf(last).click({ modifiers: ['Shift'] }));
    await click('Assign', () =>
      page.getByRole('region', { name: 'Selected requests' }).getByRole('button', { name: 'Assign' }).click(),
    );
    const name = technicians[nth]?.name ?? '';
    await click(name, () => page.getByRole('option', { name }).click());
    for (const row of rows) await expect(tableRow(page, row)).toContainText(name);
    await expect(page.getByRole('region', { name: 'Selected requests' })).toHaveCount(0);
  }
  report('mouse', actions);
  expect(actions.length).toBeLessThanOrEqual(MOST);
  // The rows change before the server has answered.
  await expect.poll(() => sharesOf(api, requests, technicians).catch(() => null)).toEqual(SHARES);
});

test('Ten pending requests go to three technicians with the mouse, one by one', async ({ page, api }) => {
  const { technicians, requests } = await tenPending(page, api);
  const actions: string[] = [];
  for (const [nth, request] of requests.entries()) {
    const name = technicians[nth % 3]?.name ?? '';
    await tableRow(page, request)
      .getByRole('button', { name: /^Assign REQ/ })
      .click();
    await page.getByRole('option', { name }).click();
    actions.push('Assigned To', name);
    await expect(tableRow(page, request)).toContainText(name);
  }
  report('mouse, row by row', actions);
  expect(actions.length).toBeLessThanOrEqual(MOST);
  await expect.poll(() => sharesOf(api, requests, technicians).catch(() => null)).toEqual([4, 3, 3]);
});

test('Ten pending requests go to three technicians by keys', async ({ page, api }) => {
  const { technicians, requests } = await tenPending(page, api);
  // As in an office with these three: each has nothing, and Enter takes whoever has the fewest.
  await page.route(callTo(contract.requests.assignees), async (route) => {
    const response = await route.fetch();
    const { assignees } = (await response.json()) as { assignees: { id: number }[] };
    const own = technicians.map(({ id }) => id);
    await route.fulfill({ response, json: { assignees: assignees.filter(({ id }) => own.includes(id)) } });
  });
  await page.reload();
  await expectCount(page, 10);
  const actions: string[] = [];
  const press = async (key: string) => {
    actions.push(key);
    await page.keyboard.press(key);
  };
  for (const share of SHARES) {
    await press('j');
    await press('x');
    for (let more = 1; more < share; more += 1) await press('Shift+J');
    await expect(page.getByRole('region', { name: 'Selected requests' })).toContainText(`${share} selected`);
    await press('a');
    // The last one is Unassigned.
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(4);
    const assigned = page.waitForResponse(callTo(contract.requests.assignMany));
    await press('Enter');
    await expect(page.getByRole('region', { name: 'Selected requests' })).toHaveCount(0);
    expect((await assigned).ok()).toBe(true);
  }
  report('keys', actions);
  expect(actions.length).toBeLessThanOrEqual(MOST);
  const shares = () => sharesOf(api, requests, technicians).catch(() => []);
  await expect.poll(async () => (await shares()).toSorted((one, other) => other - one)).toEqual(SHARES);
  // The page may be asking once more at the end.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
