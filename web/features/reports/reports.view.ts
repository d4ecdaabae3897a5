import { type Report, reports } from '#contract/reports.ts';
import { requestListPath } from '#contract/requests/request-list-path.ts';
import { daysText, numberText } from '#contract/texts/report-texts.ts';
import type { ReportPeriod } from '#contract/words/reports.ts';
import type { Priority, Status } from '#contract/words/requests.ts';
import { periodLabels, periodQueryOf } from '#web/domain/period-filters.ts';
import { addressCodec } from '#web/lib/address-codec.ts';

/** The filters of Reports & Analytics (spec §2) in its address. */
export const reportFilters = addressCodec(reports.report.query.shape);
export type ReportFilters = typeof reportFilters.none;

/** The filters as the query of the report. */
export const reportQueryOf = (filters: ReportFilters) => ({
  ...reportFilters.query(filters),
  ...periodQueryOf(filters),
});

const DAY = 86_400_000;

/** The last day of a timeline's step that begins with a day. */
export function lastDayOf(day: string, step: Report['timeline']['step']): string {
  const first = new Date(`${day}T00:00:00Z`);
  const last =
    step === 'month'
      ? Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)
      : first.getTime() + (step === 'week' ? 6 : 0) * DAY;
  return new Date(last).toISOString().slice(0, 10);
}

/** How much of all requests a report shows, with the chosen technician and period (spec §2), whose days are named. */
export function summaryText(
  report: Pick<Report, 'days' | 'total_requests'> & { figures: Pick<Report['figures'], 'total'> },
  { period }: { period?: ReportPeriod | undefined },
  technician: string | undefined,
): string {
  const count = `Showing: ${numberText(report.figures.total)} of ${numberText(report.total_requests)} requests`;
  const days = daysText(report.days);
  const isNamed = period !== undefined && period !== 'all' && period !== 'custom';
  const window = isNamed ? `${periodLabels[period]} (${days})` : days;
  return [count, technician && `Technician: ${technician}`, window && `Period: ${window}`].filter(Boolean).join(' · ');
}

type Figure = {
  status?: Status;
  without?: Status;
  priority?: Priority;
  service_type?: string;
  rating?: number | 'any';
};
/** Where the requests are that a figure counts. */
export type ListOf = (figure?: Figure) => string;

/** Returns the address of the list of the requests that a figure of these days and this technician counts. */
export const listOf =
  ({ days, technician }: { days: Report['days']; technician: number }): ListOf =>
  (figure = {}) =>
    requestListPath({
      ...figure,
      technician: technician || undefined,
      from: days.from ?? undefined,
      to: days.to ?? undefined,
    });
