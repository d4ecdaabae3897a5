import type { CallOf } from '#contract/endpoint.ts';
import { daysText, numberText } from '#contract/report-texts.ts';
import type { Report, reports } from '#contract/reports.ts';
import { calendarDate, pathId } from '#contract/text.ts';
import { paths } from '#contract/words/paths.ts';
import { type ReportPeriod, reportPeriods } from '#contract/words/reports.ts';
import { type Priority, requestTexts, type Status } from '#contract/words/requests.ts';
import { paramsWith } from '#web/lib/address-params.ts';

export const periodLabels: Record<ReportPeriod, string> = {
  all: 'All Time',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  last_90_days: 'Last 90 Days',
  custom: 'Custom Range',
};

/** The filters of Reports & Analytics (spec §2). Dates are YYYY-MM-DD, '' means not set. */
export type ReportFilters = {
  search: '';
  period: ReportPeriod;
  from: string;
  to: string;
  /** The id of the technician; 0 for all. */
  technician: number;
};

export const noFilters: ReportFilters = { search: '', period: 'all', from: '', to: '', technician: 0 };

const dateIn = (params: URLSearchParams, key: string) => calendarDate.safeParse(params.get(key)).data ?? '';

/** Reads the filters from the address. Values that are not valid count as not set. */
export const reportFiltersOf = (params: URLSearchParams): ReportFilters => ({
  search: '',
  period: reportPeriods.find((period) => period === params.get('period')) ?? 'all',
  from: dateIn(params, 'from'),
  to: dateIn(params, 'to'),
  technician: pathId.safeParse(params.get('technician')).data ?? 0,
});

/** Writes the filters that are set as a query. */
export const reportParamsOf = ({ period, from, to, technician }: ReportFilters): URLSearchParams =>
  paramsWith({ period: period === 'all' ? '' : period, from, to, technician: technician || '' });

/** The error of a custom range that runs backwards (spec §5), or null. */
export const rangeProblem = ({ period, from, to }: ReportFilters): string | null =>
  period === 'custom' && from && to && from > to ? requestTexts.dateOrder : null;

/** The filters as a query of the report. A custom range applies only when both dates are given (spec §5). */
export function reportQueryOf(filters: ReportFilters): NonNullable<CallOf<typeof reports.report>['query']> {
  const { period, from, to, technician } = filters;
  const isWhole = period === 'custom' && from !== '' && to !== '';
  return {
    period: period === 'custom' && !isWhole ? 'all' : period,
    from: isWhole ? from : undefined,
    to: isWhole ? to : undefined,
    technician: technician ? String(technician) : undefined,
  };
}

/** Whether a filter is set. */
export const isFiltered = (filters: ReportFilters): boolean => reportParamsOf(filters).size > 0;

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

type Technician = { name: string } | undefined;

/** How much of all requests a report shows, with the chosen technician and period (spec §2). */
export function summaryText(
  report: Report,
  { period }: { period?: ReportPeriod | undefined },
  technician: Technician,
): string {
  const count = `Showing: ${numberText(report.figures.total)} of ${numberText(report.total_requests)} requests`;
  const days = daysText(report.days);
  const window = period === undefined || period === 'all' ? null : period === 'custom' ? days : periodLabels[period];
  return [count, technician && `Technician: ${technician.name}`, window && `Period: ${window}`]
    .filter(Boolean)
    .join(' · ');
}

type Figure = { status?: Status; priority?: Priority; service_type?: string; rating?: number };
/** Where the requests are that a figure counts. */
export type ListOf = (figure?: Figure) => string;

/** Returns the address of the list of the requests that a figure of these days and this technician counts. */
export const listOf =
  ({ days, technician }: { days: Report['days']; technician: number }): ListOf =>
  (figure = {}) =>
    paths.adminRequestList({
      ...figure,
      technician: technician || undefined,
      from: days.from ?? undefined,
      to: days.to ?? undefined,
    });
