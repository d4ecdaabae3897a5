import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, withoutLive } from '../support/network.ts';
import { aLargeReport, anEmptyReport, answerReport, aReport } from './answers.ts';
import { cardOf, figureOf, REPORTS } from './work.ts';

const CALL = callTo(contract.reports.report);

test('Each figure stands beside that of the period before; an installation without requests has no data', async ({
  page,
  api,
}) => {
  await answerReport(page, aReport());
  await openAs(page, await api.staff('admin'), `${REPORTS}?period=last_30_days`);
  await expect(page.getByText('Showing: 128 of 1,412 requests · Period: Last 30 Days')).toBeVisible();
  await expect(page.getByText('Compared with Sep 24, 2026 to Oct 23, 2026')).toBeVisible();
  const cards = [
    'Total Requests128Up from 102',
    'Completed86No change',
    // Under 24 hours in hours, else in days.
    'Avg Resolution Time2.2 daysDown from 2.8 days',
    'Avg First Response3.3 hoursNone in the period before',
    'Assigned Same Day76%Down from 95%',
    'Active Technicians4All technician accounts',
    'Avg Rating4.3No change',
    'Satisfaction85%Down from 95%',
  ];
  await expect(page.getByRole('list', { name: 'Key figures' }).getByRole('listitem')).toHaveText(cards);
  await expectNoSidewaysScroll(page);

  await answerReport(page, anEmptyReport());
  await page.goto(REPORTS);
  await expect(page.getByText('Showing: 0 of 1,412 requests')).toBeVisible();
  await expect(page.getByText('No Data Available', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('An address with dates in the wrong order says so in the place of a report', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), `${REPORTS}?period=custom&from=2026-03-09&to=2026-03-01`);
  await expect(page.getByText('Choose other dates to see the report.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Start date cannot be after end date')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading the report' })).toHaveCount(0);
  await page.getByLabel('To', { exact: true }).fill('2026-03-10');
  await expect(page.getByText(/^Showing: /)).toBeVisible();
});

test('A report stays faint and is not saved while the dates run backwards', async ({ page, api }) => {
  await answerReport(page, aReport());
  await openAs(page, await api.staff('admin'), `${REPORTS}?period=custom&from=2026-03-01&to=2026-03-10`);
  const report = page.locator('[aria-busy]').filter({ hasText: 'Showing: ' });
  const save = [
    page.getByRole('button', { name: 'Export', exact: true }),
    page.getByRole('button', { name: 'Download: Status Distribution' }),
  ];
  await expect(report).toHaveAttribute('aria-busy', 'false');
  for (const button of save) await expect(button).toBeEnabled();
  await page.getByLabel('From', { exact: true }).fill('2026-03-11');
  await expect(page.getByRole('alert').getByText('Start date cannot be after end date')).toBeVisible();
  await expect(report).toHaveCSS('opacity', '0.55');
  for (const button of save) await expect(button).toBeDisabled();
});

test('A date that is typed is read once, when its year has four digits', async ({ page, api }) => {
  const asked: (string | null)[] = [];
  await page.route(CALL, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('from'));
    return route.continue();
  });
  await openAs(page, await api.staff('admin'), `${REPORTS}?period=custom&to=2026-03-10`);
  await expect(page.getByText(/^Showing: /)).toBeVisible();
  await page.getByLabel('From', { exact: true }).pressSequentially('03092026');
  await expect(page).toHaveURL(/from=2026-03-09/);
  await expect(page.getByText(/^Showing: .* Period: Mar 9, 2026 to Mar 10, 2026/)).toBeVisible();
  expect(asked.filter((from) => from !== null)).toEqual(['2026-03-09']);
  // Back undoes one change.
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
});

test('The summary names whose figures are shown, also while those of somebody else are on their way', async ({
  page,
  api,
}) => {
  const [ada, bob] = [await api.account('technician'), await api.account('technician')];
  await openAs(page, await api.staff('admin'), `${REPORTS}?technician=${ada.id}`);
  const summary = page.getByText(/^Showing: /);
  await expect(summary).toContainText(`Technician: ${ada.name}`);
  const release = await hold(page, CALL);
  await page.getByLabel('Technician', { exact: true }).selectOption(String(bob.id));
  await expect(page).toHaveURL(new RegExp(`technician=${bob.id}`));
  await expect(summary).toContainText(`Technician: ${ada.name}`);
  release();
  await expect(summary).toContainText(`Technician: ${bob.name}`);
});

test('Forty technicians with long names and three years fit the screen', { tag: '@phone' }, async ({ page, api }) => {
  await answerReport(page, aLargeReport());
  await openAs(page, await api.staff('admin'), REPORTS);
  const performance = figureOf(page, 'Technician Performance');
  await expect(performance).toContainText('The chart shows the 12 with the most work, the table all 40.');
  await expect(figureOf(page, 'Requests Timeline')).toContainText('By month of submission');
  await expect(page.getByRole('table', { name: 'Top Performing Technicians' }).getByRole('row')).toHaveCount(11);
  await expectNoSidewaysScroll(page);
  const toggle = performance.getByRole('button', { name: /^Show (All 40|Fewer)/ });
  const bars = performance.locator('.recharts-yAxis .recharts-cartesian-axis-tick');
  await expect(bars).toHaveCount(12);
  await toggle.press('Enter');
  await expect(bars).toHaveCount(40);
  await expect(performance).not.toContainText('The chart shows');
  await expectNoSidewaysScroll(page);
  await toggle.press('Enter');
  await expect(bars).toHaveCount(12);
  await performance.getByRole('button', { name: /^Show as table/ }).click();
  await expect(performance.getByRole('row')).toHaveCount(41);
  await expectNoSidewaysScroll(page);
});

/** The space for content on the papers, in pixels: without the margins of 14 mm. Letter has no room for the long table. */
const papers = [
  { format: 'A4', width: 688, height: 1017, sheets: 6 },
  { format: 'Letter', width: 710, height: 950, sheets: 6 },
] as const;

/** Boxes and scales of all charts, measured in one go. */
const chartsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg.recharts-surface')].map((svg) => {
      const figure = svg.closest('section');
      if (!figure) throw new Error('a chart without a figure');
      const [drawn, box] = [svg.getBoundingClientRect(), figure.getBoundingClientRect()];
      const texts = [...svg.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
      return {
        height: box.height,
        right: box.right,
        isInside: [drawn, ...texts].every(({ left, right }) => left >= box.left && right <= box.right),
        scale: drawn.width / (svg as SVGSVGElement).viewBox.baseVal.width,
        breaks: getComputedStyle(figure).breakInside,
      };
    }),
  );

for (const { format, width, height, sheets } of papers) {
  test(`A report prints on ${format} with whole charts`, async ({ page, api }) => {
    await answerReport(page, aLargeReport());
    await openAs(page, await api.staff('admin'), REPORTS);
    await expect(figureOf(page, 'Rating Distribution').getByRole('img', { name: /^Rating/ })).toBeVisible();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.locator('body[data-printed]')).toHaveCount(1);

    const pages = async () => (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
    const printed = await pages();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Period: All Time')).toBeVisible();
    for (const part of ['Find', 'Export', 'Reset']) await expect(page.getByRole('button', { name: part })).toBeHidden();
    await expect(page.getByRole('button', { name: /^(Show|Download)/ }).filter({ visible: true })).toHaveCount(0);
    // What the chart says of its table holds on paper as well.
    const table = page.getByRole('region', { name: 'Technician Performance, all' });
    await expect(table.getByRole('row').filter({ visible: true })).toHaveCount(41);
    await expect
      .poll(async () => (await chartsOn(page)).map(({ scale }) => Math.round(scale * 100)))
      .toEqual(Array(7).fill(100));
    for (const chart of await chartsOn(page)) {
      expect(chart).toMatchObject({ isInside: true, breaks: 'avoid' });
      expect(chart.height).toBeLessThan(height);
      expect(chart.right).toBeLessThanOrEqual(width);
    }
    await expectNoSidewaysScroll(page);

    // The charts are drawn anew before the browser counts the pages: none is left out at the end.
    expect(printed).toBe(await pages());
    expect(printed).toBe(sheets);
  });
}

test.describe('A failure', () => {
  test.use({ allowConsole: /500|The report could not be loaded/ });
  test('of the list of users leaves the report, and says why nobody can be chosen', async ({ page, api }) => {
    await page.route(callTo(contract.users.list), (route) => answer(route, 500, {}));
    await openAs(page, await api.staff('admin'), REPORTS);
    await expect(page.getByText(/^Showing: /)).toBeVisible();
    await expect(page.getByText('Failed to fetch users')).toBeVisible();
  });

  test('is told, after the loading, and the report loads on Try Again', async ({ page, api }) => {
    await api.request();
    // Live updates would load it again before the press.
    await withoutLive(page);
    const release = await hold(page, CALL);
    await openAs(page, await api.staff('admin'), REPORTS);
    await expect(page.getByRole('status', { name: 'Loading the report' })).toBeVisible();
    release();
    await expect(page.getByText(/^Showing: /)).toBeVisible();
    await page.route(CALL, (route) => answer(route, 500, { message: 'Broken', error: 'internal', request_id: '1' }));
    const logged = page.waitForEvent('console', (line) => line.text().startsWith('The report could not be loaded'));
    await page.reload();
    await logged;
    await expect(page.getByText('Failed to load the report')).toBeVisible();
    await page.unroute(CALL);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(cardOf(page, 'Key figures', 'Total Requests')).toBeVisible();
  });
});
