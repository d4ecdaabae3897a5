import { readFile } from 'node:fs/promises';
import type { Api } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';
import { message } from '../support/request-lists.ts';

async function aCompleted(api: Api) {
  const request = await api.request();
  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'completed' } });
  return request;
}

test('The office prints a work order, and gives its customer a link that it can end', async ({ page, api }) => {
  const request = await aCompleted(api);
  await openAs(
    page,
    await api.staff('admin'),
    `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`,
  );
  const panel = page.getByRole('dialog').getByRole('tabpanel', { name: 'Details' });
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Print Work Order' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`work-order-${request.external_id}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expect(message(page, 'The work order is in your downloads.')).toBeVisible();

  // The completion made the link.
  await expect(panel.getByText(/opens this work order, without notes, until/)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy Customer Link' }).click();
  await expect(message(page, 'Copied')).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const open = () => page.request.get(link.pathname + link.search, { headers: { authorization: '' } });
  expect((await open()).headers()['content-type']).toBe('application/pdf');

  await panel.getByRole('button', { name: 'End Link' }).click();
  const question = page.getByRole('dialog', { name: "End the customer's link?" });
  await question.getByRole('button', { name: 'Keep Link' }).click();
  await expect(question).toHaveCount(0);
  expect((await open()).status()).toBe(200);
  await panel.getByRole('button', { name: 'End Link' }).click();
  await question.getByRole('button', { name: 'End Link' }).click();
  await expect(panel.getByText('No link for the customer is valid.')).toBeVisible();
  expect((await open()).status()).toBe(403);
  await panel.getByRole('button', { name: 'Create Customer Link' }).click();
  await expect(panel.getByText(/opens this work order, without notes, until/)).toBeVisible();
  expect((await open()).status()).toBe(403);
});

test('The auditor prints a work order, and has no control for links', async ({ page, api }) => {
  const request = await aCompleted(api);
  await openAs(page, await api.staff('auditor'), `/dashboard/auditor/requests?requestId=${request.id}`);
  const panel = page.getByRole('dialog').getByRole('tabpanel', { name: 'Details' });
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Print Work Order' }).click();
  await download;
  await expect(panel.getByRole('button', { name: /Link/ })).toHaveCount(0);
});

test.describe('A work order that cannot be printed', () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });
  test('is told, and printed at the second try', async ({ page, api }) => {
    const request = await api.request();
    await openAs(
      page,
      await api.staff('admin'),
      `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`,
    );
    const print = page.getByRole('dialog').getByRole('button', { name: 'Print Work Order' });
    await page.route(callTo(contract.workOrders.print), (route) => route.abort());
    await print.click();
    await expect(message(page, 'Failed to print the work order')).toBeVisible();
    await page.unroute(callTo(contract.workOrders.print));
    const download = page.waitForEvent('download');
    await print.click();
    await download;
  });
});
