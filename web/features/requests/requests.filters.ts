import type { CallOf } from '#contract/endpoint.ts';
import type { requests } from '#contract/requests.ts';
import { calendarDate, pathId } from '#contract/text.ts';
import { textLimits } from '#contract/words/limits.ts';
import {
  type Attention,
  attentions,
  type Priority,
  periods,
  priorities,
  type RatingFilter,
  ratingFilters,
  requestTexts,
  type Status,
  sorts,
  statuses,
} from '#contract/words/requests.ts';
import { pageIn } from '#web/lib/paging.ts';

export const PAGE_SIZE = 100;

export const periodLabels: Record<(typeof periods)[number], string> = {
  all: 'All time',
  today: 'Today',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  custom: 'Custom range',
};

export const sortLabels: Record<(typeof sorts)[number], string> = {
  created_desc: 'Newest first',
  created_asc: 'Oldest first',
  priority: 'By priority',
};

const assignments = ['assigned', 'unassigned'] as const;
export const assignmentLabels: Record<(typeof assignments)[number], string> = {
  assigned: 'Assigned',
  unassigned: 'Unassigned',
};

/** The filters of the Admin Dashboard (spec §2). '' means not set. */
export type Filters = {
  search: string;
  status: Status | '';
  priority: Priority | '';
  assignment: (typeof assignments)[number] | '';
  attention: Attention | '';
  /** The id of the technician; 0 for all. This and the next three: the requests behind a figure of a report. */
  technician: number;
  service_type: string;
  rating: RatingFilter | '';
  /** The status that is left out. */
  without: Status | '';
  period: (typeof periods)[number];
  from: string;
  to: string;
  sort: (typeof sorts)[number];
  page: number;
};

/** No figure of a report. */
export const noFigure = { technician: 0, service_type: '', rating: '', without: '' } as const;

export const noFilters: Filters = {
  search: '',
  status: '',
  priority: '',
  assignment: '',
  attention: '',
  ...noFigure,
  period: 'all',
  from: '',
  to: '',
  sort: 'created_desc',
  page: 1,
};

const oneOf = <T extends string, F extends T | ''>(list: readonly T[], value: string | null, fallback: F): T | F =>
  list.find((item) => item === value) ?? fallback;

const dateOf = (value: string | null) => (calendarDate.safeParse(value).success ? (value ?? '') : '');

/** Reads the filters from the address. Values that are not valid count as not set. */
export function filtersOf(params: URLSearchParams): Filters {
  return {
    search: params.get('search')?.slice(0, textLimits.search) ?? '',
    status: oneOf(statuses, params.get('status'), ''),
    priority: oneOf(priorities, params.get('priority'), ''),
    assignment: oneOf(assignments, params.get('assignment'), ''),
    attention: oneOf(attentions, params.get('attention'), ''),
    technician: pathId.safeParse(params.get('technician')).data ?? 0,
    service_type: params.get('service_type')?.slice(0, textLimits.serviceType) ?? '',
    rating: oneOf(ratingFilters, params.get('rating'), ''),
    without: oneOf(statuses, params.get('without'), ''),
    period: oneOf(periods, params.get('period'), 'all'),
    from: dateOf(params.get('from')),
    to: dateOf(params.get('to')),
    sort: oneOf(sorts, params.get('sort'), 'created_desc'),
    page: pageIn(params, PAGE_SIZE),
  };
}

/** Reads the filters of a list with those of the specification alone, and without a custom range (spec §2 Admin All Requests). */
export function filtersWithoutRangeOf(params: URLSearchParams): Filters {
  const filters = filtersOf(params);
  const period = filters.period === 'custom' ? 'all' : filters.period;
  return { ...filters, ...noFigure, attention: '', period, from: '', to: '' };
}

/** Writes the filters as a query, without those that have their default value. */
export function paramsOf(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of Object.keys(noFilters) as (keyof Filters)[]) {
    if (filters[key] !== noFilters[key]) params.set(key, String(filters[key]));
  }
  return params;
}

/** The error of a custom range that runs backwards (spec §5), or null. */
export const rangeProblem = (filters: Filters): string | null =>
  filters.period === 'custom' && filters.from && filters.to && filters.from > filters.to
    ? requestTexts.dateOrder
    : null;

/** Whether a filter narrows the list. Order and page do not count. */
export const isFiltered = (filters: Filters): boolean =>
  paramsOf({ ...filters, sort: noFilters.sort, page: noFilters.page }).size > 0;

/** How many filters besides the search are set. */
export const countSet = (filters: Filters): number =>
  [
    filters.status,
    filters.priority,
    filters.assignment,
    filters.period !== 'all',
    filters.technician,
    filters.service_type,
    filters.rating,
    filters.without,
  ].filter(Boolean).length;

/** The filters as the query of the export: without a page. */
export function exportQueryOf(filters: Filters): NonNullable<CallOf<typeof requests.export>['query']> {
  const custom = filters.period === 'custom';
  return {
    search: filters.search.trim() || undefined,
    status: filters.status || undefined,
    priority: filters.priority || undefined,
    assignment: filters.assignment || undefined,
    attention: filters.attention || undefined,
    technician: filters.technician ? String(filters.technician) : undefined,
    service_type: filters.service_type || undefined,
    rating: filters.rating || undefined,
    without: filters.without || undefined,
    period: filters.period,
    from: (custom && filters.from) || undefined,
    to: (custom && filters.to) || undefined,
    sort: filters.sort,
  };
}

/** The filters as the query of the list call. */
export const queryOf = (filters: Filters): NonNullable<CallOf<typeof requests.list>['query']> => ({
  ...exportQueryOf(filters),
  limit: String(PAGE_SIZE),
  page: String(filters.page),
});
