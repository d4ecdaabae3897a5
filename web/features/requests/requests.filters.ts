import { listRequestsQuery } from '#contract/request-forms.ts';
import { heldRequests } from '#contract/requests/held.ts';
import { daysText } from '#contract/texts/report-texts.ts';
import {
  NO_TOWN,
  NO_TOWN_LABEL,
  type periods,
  priorityLabels,
  requestTexts,
  type sorts,
  statusLabels,
} from '#contract/words/requests.ts';
import { addressCodec } from '#web/lib/address-codec.ts';

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

export const assignmentLabels = { assigned: 'Assigned', unassigned: 'Unassigned' };

const codec = addressCodec(listRequestsQuery.shape, PAGE_SIZE);

/** The filters of the lists of requests (spec §2) in their address. */
export const requestFilters = codec;
export type Filters = typeof codec.none;

/** No figure of a report: the filters that lead to the requests behind one. */
export const noFigure = { technician: '', service_type: '', rating: '', without: '' } as const;

/** The same for a list with those of the specification alone, and without a custom range (spec §2 Admin All Requests). */
export const filtersWithoutRange = {
  ...codec,
  read: (params: URLSearchParams): Filters => {
    const filters = codec.read(params);
    const period = filters.period === 'custom' ? 'all' : filters.period;
    return { ...filters, ...noFigure, attention: '', period, from: '', to: '' };
  },
};

/** Whether a list with those alone has all of these filters. */
export function hasFiltersWithoutRange(filters: Filters): boolean {
  const query = codec.write(filters);
  return codec.write(filtersWithoutRange.read(query)).toString() === query.toString();
}

/** The error of a custom range that runs backwards (spec §5), or null. */
export const rangeProblem = (filters: Filters): string | null =>
  filters.period === 'custom' && filters.from && filters.to && filters.from > filters.to
    ? requestTexts.dateOrder
    : null;

/** Whether a filter narrows the list. Order and page do not count. */
export const isFiltered = (filters: Filters): boolean => codec.countSet(filters, ['sort']) > 0;

/** How many of the folded filters are set. A custom range counts once. */
export const countFolded = (filters: Filters): number =>
  codec.countSet(filters, ['search', 'attention', 'from', 'to', 'sort']);

/** The filters as the query of the list call. Dates belong to a custom range. */
export const queryOf = (filters: Filters) =>
  codec.query(filters.period === 'custom' ? filters : { ...filters, from: '', to: '' });

/** The filters as words, for paper. */
export function factsOf(filters: Filters) {
  const { search, status, priority, assignment, town, period, sort } = filters;
  const { from = '', to = '' } = queryOf(filters);
  return [
    period !== 'all' && `Date: ${(period === 'custom' && daysText({ from, to })) || periodLabels[period]}`,
    status && `Status: ${statusLabels[status]}`,
    priority && `Priority: ${priorityLabels[priority]}`,
    assignment && `Assignment: ${assignmentLabels[assignment]}`,
    town && `Town: ${town === NO_TOWN ? NO_TOWN_LABEL : town}`,
    search && `Search: ${search}`,
    sortLabels[sort],
  ];
}

/** The filters as the query of the export: without a page. */
export function exportQueryOf(filters: Filters) {
  const { page: _page, limit: _limit, ...query } = queryOf(filters);
  return query;
}

export const HELD_PAGE_SIZE = 25;
/** The page of Held Requests in its address. */
export const heldFilters = addressCodec(heldRequests.list.query.shape, HELD_PAGE_SIZE);
export type HeldFilters = typeof heldFilters.none;
