import type { Locator, Page } from '@playwright/test';
import type { Status } from '#contract/words/requests.ts';
import { type Api, type SubmittedRequest, unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { signatureUrl } from '../support/files.ts';
import { expect } from '../support/fixtures.ts';

export const REPORTS = '/dashboard/admin/reports';

/**
 * A technician with six requests of today: two completed, rated 5 and 2, and one with each other status. No other test counts
 * what this technician has. The service of the first request is a formula in a spreadsheet.
 */
export async function aWorkedTechnician(api: Api) {
  const technician = await api.person('technician', unique('Tess Volt '));
  const service = `=1+${unique('sign')}`;
  const good = await api.assignedTo(technician, { priority: 'low', service_type: service });
  const poor = await api.assignedTo(technician);
  const working = await api.assignedTo(technician, { priority: 'Emergency' });
  const assigned = await api.assignedTo(technician);
  const cancelled = await api.assignedTo(technician, { priority: 'low' });
  const pending = await api.assignedTo(technician);
  // As their technician does, with the customer's signature and rating.
  const complete = (request: SubmittedRequest, rating: number) =>
    api.as(technician, contract.requests.updateWithFiles, {
      ...pathOf(request),
      body: { status: 'completed', signature: signatureUrl(), rating: String(rating) },
    });
  await complete(good, 5);
  await complete(poor, 2);
  const set = (request: SubmittedRequest, status: Status) =>
    api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status } });
  await set(working, 'in_progress');
  await set(cancelled, 'cancelled');
  await set(pending, 'pending');
  return { technician, service, requests: { good, poor, working, assigned, cancelled, pending } };
}

/** The report of one technician. */
export const reportOf = ({ id }: { id: number }) => `${REPORTS}?technician=${id}`;

/** The part of the page with a chart. */
export const figureOf = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** What a card of the key figures, or a box with a badge, shows below its name. */
export const cardOf = (page: Page, list: string, name: string): Locator =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name });

/** Shows the table behind a chart and compares its rows, the head left out. */
export async function expectTable(figure: Locator, rows: readonly (readonly string[])[]): Promise<void> {
  await figure.getByRole('button', { name: /^Show as table/ }).click();
  await expect(figure.getByRole('row')).toHaveCount(rows.length + 1);
  for (const [nth, cells] of rows.entries()) {
    const row = figure.getByRole('row').nth(nth + 1);
    await expect(row.getByRole('rowheader').or(row.getByRole('cell'))).toHaveText([...cells]);
  }
  await figure.getByRole('button', { name: /^Show as chart/ }).click();
}
