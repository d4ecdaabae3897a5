import { readFile } from 'node:fs/promises';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';
import { expectCount, message, requestsOf } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';
const button = { name: 'Export CSV' };

test('The filtered list is saved as a file without a formula, and a month with two presses, whatever period it shows', async ({
  page,
  api,
}) => {
  const { word, requests } = await requestsOf(api, 2, { customerName: '=HYPERLINK("http://evil.example")' });
  await api.request();
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 2);
  const answer = await hold(page, callTo(contract.requests.export));
  const download = page.waitForEvent('download');
  await page.getByRole('button', button).click();
  await expect(page.getByRole('button', button)).toHaveAttribute('data-loading', 'true');
  answer();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^requests-filtered-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(4);
  for (const [nth, { external_id }] of requests.entries()) {
    expect(lines[nth + 1]).toContain(`"${external_id}","'=HYPERLINK(""http://evil.example"")"`);
  }
  await expect(message(page, 'The file is in your downloads.')).toBeVisible();

  await page.unroute(callTo(contract.requests.export));
  const sent = page.waitForRequest(callTo(contract.requests.export));
  const month = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export a period' }).click();
  await page.getByRole('menuitem', { name: 'This month' }).click();
  const query = new URL((await sent).url()).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({ search: word, period: 'custom' });
  expect(query.get('from')).toMatch(/^\d{4}-\d\d-01$/);
  expect(query.get('to')?.slice(0, 7)).toBe(query.get('from')?.slice(0, 7));
  expect((await month).suggestedFilename()).toBe(`requests-filtered-${query.get('from')}-to-${query.get('to')}.csv`);
  const text = await readFile(await (await month).path(), 'utf8');
  for (const { external_id } of requests) expect(text).toContain(external_id);
});

test.describe('A connection that breaks', () => {
  test.use({ allowConsole: /net::ERR_/ });
  test('is told, and the export can be tried again, by an auditor as well', async ({ page, api }) => {
    const { word, requests } = await requestsOf(api, 1);
    await openAs(page, await api.staff('auditor'), `/dashboard/auditor/requests?search=${word}`);
    await expectCount(page, 1);
    await page.route(callTo(contract.requests.export), (route) => route.abort('connectionreset'));
    await page.getByRole('button', button).click();
    await expect(message(page, 'Failed to export requests')).toBeVisible();
    await page.unroute(callTo(contract.requests.export));
    const download = page.waitForEvent('download');
    await page.getByRole('button', button).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(requests[0]?.external_id);
  });
});
