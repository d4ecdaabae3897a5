import type { CallOf } from '#contract/endpoint.ts';
import type { reports } from '#contract/reports.ts';
import { calendarDate } from '#contract/text.ts';
import { paths } from '#contract/words/paths.ts';
import { periods, requestTexts } from '#contract/words/requests.ts';
import { pageIn, paramsWith, searchIn } from '#web/lib/address-params.ts';
import { noFilters as noListFilters, paramsOf } from '../requests.view.ts';

/** So few that one page stays small although each technician brings their newest requests. */
export const PAGE_SIZE = 10;

type Period = (typeof periods)[number];
export const monitorStatuses = ['pending', 'assigned', 'in_progress', 'completed'] as const;

export const periodLabels: Record<Period, string> = {
  all: 'All Time',
  today: 'Today',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  custom: 'Custom Range',
};

/** The filters of the Technician Monitor (spec §2). Dates are YYYY-MM-DD, '' means not set. */
export type MonitorFilters = {
  search: string;
  status: (typeof monitorStatuses)[number] | '';
  period: Period;
  from: string;
  to: string;
  page: number;
};

export const noFilters: MonitorFilters = { search: '', status: '', period: 'all', from: '', to: '', page: 1 };

const dateIn = (params: URLSearchParams, key: string) => calendarDate.safeParse(params.get(key)).data ?? '';

/** Reads the filters from the address. Values that are not valid count as not set. */
export const monitorFiltersOf = (params: URLSearchParams): MonitorFilters => ({
  search: searchIn(params),
  status: monitorStatuses.find((status) => status === params.get('status')) ?? '',
  period: periods.find((period) => period === params.get('period')) ?? 'all',
  from: dateIn(params, 'from'),
  to: dateIn(params, 'to'),
  page: pageIn(params),
});

/** Writes the filters that are set as a query. */
export const monitorParamsOf = ({ period, ...filters }: MonitorFilters): URLSearchParams =>
  paramsWith({ ...filters, period: period === 'all' ? '' : period });

/** The error of a custom range that runs backwards (spec §5), or null. */
export const rangeProblem = ({ period, from, to }: MonitorFilters): string | null =>
  period === 'custom' && from && to && from > to ? requestTexts.dateOrder : null;

/** Whether a filter is set. The page does not count. */
export const isFiltered = (filters: MonitorFilters): boolean => monitorParamsOf({ ...filters, page: 1 }).size > 0;

/** The filters as the query of the monitor. A custom range without both dates passes everything (spec §5). */
export function monitorQueryOf(filters: MonitorFilters): NonNullable<CallOf<typeof reports.monitor>['query']> {
  const { search, status, period, from, to, page } = filters;
  const isWhole = period === 'custom' && from !== '' && to !== '';
  return {
    search: search.trim() || undefined,
    status: status || undefined,
    period: period === 'custom' && !isWhole ? 'all' : period,
    from: isWhole ? from : undefined,
    to: isWhole ? to : undefined,
    limit: String(PAGE_SIZE),
    page: String(page),
  };
}

/** The address of the list of all requests of a technician that the monitor's filters let through. */
export function listOf({ id }: { id: number }, { status, period, from, to }: MonitorFilters): string {
  const isWhole = period === 'custom' && from !== '' && to !== '';
  const range = isWhole ? { period, from, to } : { period: period === 'custom' ? 'all' : period };
  return `${paths.adminDashboard()}?${paramsOf({ ...noListFilters, technician: id, status, ...range })}`;
}
