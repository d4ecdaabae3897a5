import { readFile } from 'node:fs/promises';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, withoutLive } from '../support/network.ts';

const REPORTS = '/dashboard/admin/reports';
const CALL = callTo(contract.reports.monthly);

test('An admin asks for the monthly report by mail, and ends it', async ({ page, api }) => {
  await openAs(page, await api.person('admin'), REPORTS);
  const wanted = page.getByRole('switch', { name: 'Mail me the report of each month' });
  await expect(page.getByText(/^On the first day of the next month\. Next: \w+ 1, \d{4}, 7:00 AM\.$/)).toBeVisible();
  await expect(wanted).not.toBeChecked();
  // A choice shows before the server has it: only the answer tells.
  const press = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await wanted.press('Space');
    expect((await saved).ok()).toBe(true);
  };
  await press();
  await page.reload();
  await expect(wanted).toBeChecked();
  await press();
  await page.reload();
  await expect(wanted).toBeEnabled();
  await expect(wanted).not.toBeChecked();
});

test('A switch that is off has an outline that can be seen', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), REPORTS);
  const wanted = page.getByRole('switch', { name: 'Mail me the report of each month' });
  await expect(wanted).toBeEnabled();
  const outline = await wanted.evaluate((input) => {
    const track = input.nextElementSibling;
    if (!track) throw new Error('a switch without a track');
    const { borderTopColor, borderTopWidth, borderTopStyle } = getComputedStyle(track);
    const probe = document.body.appendChild(document.createElement('span'));
    // The colour of outlines, whose contrast the test of the tokens checks.
    probe.style.color = 'var(--color-border-strong)';
    const isStrong = getComputedStyle(probe).color === borderTopColor;
    probe.remove();
    return { isStrong, borderTopWidth, borderTopStyle };
  });
  expect(outline).toEqual({ isStrong: true, borderTopWidth: '1px', borderTopStyle: 'solid' });
});

test.describe('Without the server', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('A choice that cannot be saved comes back, with the reason', async ({ page, api }) => {
    await page.route(CALL, (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionreset') : route.fallback(),
    );
    await openAs(page, await api.staff('admin'), REPORTS);
    const wanted = page.getByRole('switch', { name: 'Mail me the report of each month' });
    await expect(wanted).toBeEnabled();
    await wanted.press('Space');
    await expect(page.getByText('Failed to save the choice')).toBeVisible();
    await expect(wanted).not.toBeChecked();
  });

  test('The report of the last month is saved as a PDF', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), REPORTS);
    const save = page.getByRole('button', { name: /^Save \w+ \d{4} as PDF$/ });
    await expect(page.getByText(/^Always a whole month with all technicians/)).toBeVisible();
    const download = page.waitForEvent('download');
    await save.click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^report-\d{4}-\d\d\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(page.getByText('The file is in your downloads.')).toBeVisible();

    await page.route(callTo(contract.reports.monthlyDocument), (route) =>
      answer(route, 503, { error: 'unavailable', message: 'Too many documents wait. Please try again.' }),
    );
    await save.click();
    await expect(page.getByText('Too many documents wait. Please try again.')).toBeVisible();
  });

  test('A monthly report that cannot be read can be read again', async ({ page, api }) => {
    // Live updates would load it again before the press.
    await withoutLive(page);
    await page.route(CALL, (route) => answer(route, 500, {}));
    await openAs(page, await api.staff('admin'), REPORTS);
    await expect(page.getByText('Failed to load the monthly report')).toBeVisible();
    await page.unroute(CALL);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Monthly Report' })).toBeVisible();
  });
});
