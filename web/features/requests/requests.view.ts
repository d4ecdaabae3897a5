import type { CallOf, ResponseOf } from '#contract/endpoint.ts';
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
import { ApiError, messageAbout, messageOf } from '#web/lib/api-client.ts';
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

/** What the office looks at first, after its count. */
export const attentionLabels: Record<Attention, string> = {
  unassigned_emergency: 'Emergency, not assigned',
  no_signature: 'No signature: customer absent or declined',
  long_pending: 'Pending for over 4 office hours',
  long_in_progress: 'In progress for over 2 days',
  low_rating: 'Rated 1 or 2: last week, or reopened',
};

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

/** The counts on the Technician Dashboard's cards. Pending is pending plus assigned (spec §2). */
export const workCounts = (stats: ResponseOf<typeof requests.listMine>['stats']) => ({
  total: stats.total,
  pending: stats.pending + stats.assigned,
  in_progress: stats.in_progress,
  completed: stats.completed,
});

const shows = ['pending', 'in_progress', 'completed'] as const;

/** The filter of the Technician Dashboard: one of its cards, '' for all. */
export type WorkFilters = { search: ''; show: (typeof shows)[number] | '' };

/** Reads the filter from the address. */
export const workFiltersOf = (params: URLSearchParams): WorkFilters => ({
  search: '',
  show: oneOf(shows, params.get('show'), ''),
});

/** Writes the filter as a query. */
export const workParamsOf = ({ show }: WorkFilters): URLSearchParams => new URLSearchParams(show && { show });

const isClosed = ({ status }: { status: Status }) => status === 'completed' || status === 'cancelled';

/** Sorts a technician's requests: open emergencies first, then other open ones, then closed ones; newest first in each. */
export function workOf<R extends { status: Status; priority: Priority }>(
  rows: readonly R[],
  show: WorkFilters['show'],
): R[] {
  const rank = (row: R) => (isClosed(row) ? 2 : row.priority === 'urgent' ? 0 : 1);
  const isShown = ({ status }: R) => show === '' || show === status || (show === 'pending' && status === 'assigned');
  return rows.filter(isShown).toSorted((a, b) => rank(a) - rank(b));
}

export type Note = { head: string; body: string };

/** Splits the notes into entries at blank lines (spec §2): a line with time and author, then the text. */
export const splitNotes = (notes: string): Note[] =>
  notes
    .split(/\n[^\S\n]*\n/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const end = entry.indexOf('\n');
      return end < 0 ? { head: '', body: entry } : { head: entry.slice(0, end), body: entry.slice(end + 1) };
    });

/** Whether a stored file is a picture. */
export const isImage = (file: { file_type: string }): boolean => file.file_type.startsWith('image/');

/** Formats a file size in bytes as kB or MB. */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Why a technician's request is not there; undefined when that is not known. */
export const goneHint = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'not_found' ? 'It is not assigned to you any more.' : undefined;

/** The message about a work order that could not be sent (spec §8). The error about a photo names the file. */
export const workFailure = (error: unknown): string =>
  messageAbout(error, 'images') ?? messageOf(error, 'Failed to update request');

type Refusal = { external_id: string | null; message: string };
type Changed = { kind: 'status' } | { kind: 'assign'; to: { name: string } | null };

/** The words for one request, and for many (spec §8). Whoever has the work now is named. */
function wordsOf(change: Changed): { one: string; done: string } {
  if (change.kind === 'status') return { one: 'Status updated successfully!', done: 'updated' };
  if (change.to === null) return { one: 'Request taken back: it is unassigned.', done: 'unassigned' };
  const { name } = change.to;
  return { one: `Request assigned successfully! ${name} has it now.`, done: `assigned to ${name}` };
}

/** The most refusals of a change that are told one by one. */
const REASONS_MAX = 3;

/** What became of a change of one or many requests: "8 assigned to Tess, 2 refused: REQ-...: Ada changed the status." */
export function outcomeText(
  change: Changed,
  { done, refused }: { done: readonly unknown[]; refused: readonly Refusal[] },
): string {
  const words = wordsOf(change);
  if (refused.length === 0) {
    return done.length === 1 ? words.one : `${done.length.toLocaleString('en-US')} requests ${words.done}`;
  }
  const told = refused.slice(0, REASONS_MAX);
  const more = refused.length - told.length;
  const why = [
    ...told.map(({ external_id, message }) => `${external_id ?? 'A deleted request'}: ${message}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ].join(' ');
  return done.length === 0 && refused.length === 1
    ? why
    : `${done.length} ${words.done}, ${refused.length} refused: ${why}`;
}

/** A link that opens the way to an address in the maps of the device. */
export const mapsLink = (address: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`;
