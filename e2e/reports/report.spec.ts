import type { Status } from '#contract/words/requests.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type Api, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { aWorkedTechnician, cardOf, expectTable, figureOf, REPORTS, reportOf } from './work.ts';

const today = () => new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' });

test('A report of one technician shows exactly what was done', async ({ page, api }) => {
  const { technician, service } = await aWorkedTechnician(api);
  await openAs(page, await api.staff('admin'), reportOf(technician));
  await expect(
    page.getByText(new RegExp(`^Showing: 6 of [\\d,]+ requests · Technician: ${technician.name}$`)),
  ).toBeVisible();

  const figures = [
    ['Total Requests', '6'],
    ['Completed', '2'],
    ['Avg Resolution Time', '0.0 hours'],
    ['Avg First Response', '0.0 hours'],
    ['Assigned Same Day', '100%'],
    ['Avg Rating', '3.5'],
    ['Satisfaction', '50%'],
  ] as const;
  for (const [name, text] of figures) await expect(cardOf(page, 'Key figures', name)).toHaveText(name + text);
  await expect(cardOf(page, 'Key figures', 'Active Technicians')).toHaveText(/^Active Technicians[\d,]+$/);

  const boxes = [
    ['Completion Rate', 'On Track', '33.3%'],
    ['Pending Requests', 'Good', '1'],
    ['In Progress', 'Active', '1'],
    ['Cancelled', 'Normal', '1'],
  ] as const;
  for (const parts of boxes) {
    await expect(cardOf(page, 'Key performance indicators', parts[0])).toHaveText(parts.join(''));
  }

  const row = page.getByRole('table', { name: 'Top Performing Technicians' }).getByRole('row').nth(1);
  await expect(row.getByRole('cell')).toHaveText(['1', technician.name, '6', '2', '1', '33.3%']);

  await expectNoSidewaysScroll(page);

  await expectTable(figureOf(page, 'Status Distribution'), [
    ['Pending', '1', '16.7%'],
    ['Assigned', '1', '16.7%'],
    ['In Progress', '1', '16.7%'],
    ['Completed', '2', '33.3%'],
    ['Cancelled', '1', '16.7%'],
  ]);
  await expectTable(figureOf(page, 'Priority Distribution'), [
    ['Low', '2', '33.3%'],
    ['Medium', '3', '50.0%'],
    ['High', '0', '0.0%'],
    ['Emergency', '1', '16.7%'],
  ]);
  await expectTable(figureOf(page, 'Requests Timeline'), [[today(), '1', '1', '1', '2']]);
  await expectTable(figureOf(page, 'Technician Performance'), [[technician.name, '1', '1', '2', '6', '33.3%']]);
  await expectTable(figureOf(page, 'Technician Average Rating'), [[technician.name, '3.5', '2']]);
  await expectTable(figureOf(page, 'Service Types'), [
    ['Other', '5', '83.3%'],
    [service, '1', '16.7%'],
  ]);
  await expectTable(figureOf(page, 'Rating Distribution'), [
    ['1 star', '0', '0.0%'],
    ['2 stars', '1', '50.0%'],
    ['3 stars', '0', '0.0%'],
    ['4 stars', '0', '0.0%'],
    ['5 stars', '1', '50.0%'],
  ]);
});

test('A chart has its content in words and in a table', async ({ page, api }) => {
  const { technician } = await aWorkedTechnician(api);
  await openAs(page, await api.staff('admin'), reportOf(technician));
  const status = figureOf(page, 'Status Distribution');
  await expect(
    status.getByRole('img', { name: 'Status Distribution. 6 requests. Most: Completed with 2 (33%).' }),
  ).toBeVisible();
  await expect(figureOf(page, 'Technician Average Rating').getByRole('listitem')).toHaveText([
    '4 and more0 technicians',
    '3 to under 41 technician',
    'Under 30 technicians',
  ]);
  const buttons = page.getByRole('button', { name: /^Show as table/ });
  for (let left = 7; left > 0; left -= 1) {
    await expect(buttons).toHaveCount(left);
    await buttons.first().press('Enter');
  }
  await expect(page.getByRole('table')).toHaveCount(7 + 1);
  await expectNoSidewaysScroll(page);
});

test('The charts appear one after the other, so that the page answers in between', async ({ page, api }) => {
  await page.addInitScript(`
    window.counts = [];
    // Called once at the end of each task that changes the page.
    new MutationObserver(() => {
      const count = document.querySelectorAll('svg.recharts-surface').length;
      if (count !== (window.counts.at(-1) ?? 0)) window.counts.push(count);
    }).observe(document, { childList: true, subtree: true });
  `);
  const { technician } = await aWorkedTechnician(api);
  await openAs(page, await api.staff('admin'), reportOf(technician));
  await expect(page.locator('svg.recharts-surface')).toHaveCount(7);
  expect(await page.evaluate('window.counts')).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('The filters stand in the address, and Reset clears them', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess Volt '));
  await api.assignedTo(technician);
  await openAs(page, await api.staff('admin'), REPORTS);
  const filters = page.getByRole('search', { name: 'Filter the report' });
  const reset = filters.getByRole('button', { name: 'Reset' });
  await expect(reset).toBeDisabled();
  await filters.getByRole('combobox', { name: 'Technician' }).selectOption(technician.name);
  await filters.getByRole('combobox', { name: 'Date Range' }).selectOption('Last 7 Days');
  const summary = (period: string) =>
    page.getByText(new RegExp(`^Showing: 1 of [\\d,]+ requests · Technician: ${technician.name} · Period: ${period}`));
  await expect(summary('Last 7 Days')).toBeVisible();
  for (const period of ['Last 30 Days', 'Last 90 Days']) {
    await filters.getByRole('combobox', { name: 'Date Range' }).selectOption(period);
    await expect(summary(period)).toBeVisible();
  }
  // The period before had none.
  await expect(cardOf(page, 'Key figures', 'Total Requests')).toHaveText('Total Requests1Up from 0');
  await page.reload();
  await expect(summary('Last 90 Days')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`period=last_90_days&technician=${technician.id}$`));
  await reset.click();
  await expect(page).toHaveURL(new RegExp(`${REPORTS}$`));
  await expect(filters.getByRole('combobox', { name: 'Date Range' })).toHaveValue('all');
  await expect(filters.getByRole('combobox', { name: 'Technician' })).toHaveValue('');
});

test('A custom range applies with both dates, which bound each other', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess Volt '));
  await api.assignedTo(technician);
  await openAs(page, await api.staff('admin'), reportOf(technician));
  const filters = page.getByRole('search', { name: 'Filter the report' });
  await filters.getByRole('combobox', { name: 'Date Range' }).selectOption('Custom Range');
  const [from, to] = [filters.getByLabel('From', { exact: true }), filters.getByLabel('To', { exact: true })];
  await from.fill('2020-03-02');
  // One date alone passes everything, also when nothing is on the screen from before.
  await expect(page).toHaveURL(/from=2020-03-02/);
  await page.reload();
  await expect(page.getByText(/^Showing: 1 of /)).toBeVisible();
  await expect(page.getByText(/Period:/).filter({ visible: true })).toHaveCount(0);
  await expect(to).toHaveAttribute('min', '2020-03-02');
  await to.fill('2020-03-01');
  await expect(filters.getByText('Start date cannot be after end date')).toBeVisible();
  await expect(from).toHaveAttribute('max', '2020-03-01');
  await to.fill('2020-03-31');
  await expect(filters.getByText('Start date cannot be after end date')).toHaveCount(0);
  await expect(page.getByText(/^Showing: 0 of .+ Period: Mar 2, 2020 to Mar 31, 2020/)).toBeVisible();

  // Nothing in these days.
  await expect(page.getByText('No Data Available', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Compared with/)).toHaveCount(0);
  await expect(
    page.getByText('No requests found matching your filter criteria. Try adjusting your filters.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await page.getByRole('button', { name: 'Reset Filters' }).click();
  await expect(page).toHaveURL(new RegExp(`${REPORTS}$`));
  await expect(page.getByText('No Data Available', { exact: true })).toHaveCount(0);
});

/** Requests of a technician with a status. */
async function some(api: Api, technician: { id: number; name: string; email: string }, count: number, status: Status) {
  for (let n = 0; n < count; n += 1) {
    const { id } = await api.assignedTo(technician);
    await api.office(contract.requests.changeStatus, { ...pathOf({ id }), body: { status } });
  }
}

test('The badges change above 5 pending and above 3 cancelled requests', async ({ page, api }) => {
  const technician = await api.account('technician', unique('Tess Volt '));
  await some(api, technician, 5, 'pending');
  await some(api, technician, 3, 'cancelled');
  await openAs(page, await api.staff('admin'), reportOf(technician));
  const box = (name: string) => cardOf(page, 'Key performance indicators', name);
  await expect(box('Pending Requests')).toHaveText('Pending RequestsGood5');
  await expect(box('Cancelled')).toHaveText('CancelledNormal3');
  await expect(box('Completion Rate')).toHaveText('Completion RateOn Track0.0%');
  await expect(figureOf(page, 'Technician Average Rating')).toContainText('No rating data available yet');
  await expect(cardOf(page, 'Key figures', 'Avg Rating')).toHaveText('Avg RatingN/A');
  await some(api, technician, 1, 'pending');
  await some(api, technician, 1, 'cancelled');
  await page.reload();
  await expect(box('Pending Requests')).toHaveText('Pending RequestsNeeds Attention6');
  await expect(box('Cancelled')).toHaveText('CancelledHigh4');
});
