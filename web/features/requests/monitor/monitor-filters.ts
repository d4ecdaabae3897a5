import type { CallOf } from '#contract/endpoint.ts';
import { daysText } from '#contract/report-texts.ts';
import type { reports } from '#contract/reports.ts';
import { paths } from '#contract/words/paths.ts';
import { periods, statusLabels } from '#contract/words/requests.ts';
import { type PeriodFilters, periodIn, periodLabels, periodQueryOf } from '#web/domain/period-filters.ts';
import { paramsWith, searchIn } from '#web/lib/address-params.ts';
import { pageIn } from '#web/lib/paging.ts';
import { noFilters as noListFilters, paramsOf } from '../requests.filters.ts';

/** So few that one page stays small although each technician brings their newest requests. */
export const PAGE_SIZE = 10;

export const monitorStatuses = ['pending', 'assigned', 'in_progress', 'completed'] as const;

/** The filters of the Technician Monitor (spec §2). '' means not set. */
export type MonitorFilters = PeriodFilters<(typeof periods)[number]> & {
  search: string;
  status: (typeof monitorStatuses)[number] | '';
  page: number;
};

export const noFilters: MonitorFilters = { search: '', status: '', period: 'all', from: '', to: '', page: 1 };

/** Reads the filters from the address. Values that are not valid count as not set. */
export const monitorFiltersOf = (params: URLSearchParams): MonitorFilters => ({
  search: searchIn(params),
  status: monitorStatuses.find((status) => status === params.get('status')) ?? '',
  ...periodIn(params, periods),
  page: pageIn(params, PAGE_SIZE),
});

/** Writes the filters that are set as a query. */
export const monitorParamsOf = ({ period, ...filters }: MonitorFilters): URLSearchParams =>
  paramsWith({ ...filters, period: period === 'all' ? '' : period });

/** Whether a filter is set. The page does not count. */
export const isFiltered = (filters: MonitorFilters): boolean => monitorParamsOf({ ...filters, page: 1 }).size > 0;

/** The filters as the query of the monitor. */
export const monitorQueryOf = (filters: MonitorFilters): NonNullable<CallOf<typeof reports.monitor>['query']> => ({
  search: filters.search.trim() || undefined,
  status: filters.status || undefined,
  ...periodQueryOf(filters),
  limit: String(PAGE_SIZE),
  page: String(filters.page),
});

/** The filters as words, for paper. */
export function factsOf(filters: MonitorFilters) {
  const { period, from = '', to = '' } = periodQueryOf(filters);
  const { search, status } = filters;
  return [
    `Date: ${(period === 'custom' && daysText({ from, to })) || periodLabels[period]}`,
    status && `Status: ${statusLabels[status]}`,
    search && `Search: ${search}`,
  ];
}

/** The address of the list of all requests of a technician that the monitor's filters let through. */
export function listOf({ id }: { id: number }, filters: MonitorFilters): string {
  const { period, from = '', to = '' } = periodQueryOf(filters);
  const { status } = filters;
  return `${paths.adminDashboard()}?${paramsOf({ ...noListFilters, technician: id, status, period, from, to })}`;
}
