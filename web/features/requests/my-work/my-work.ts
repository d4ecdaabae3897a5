import type { ResponseOf } from '#contract/endpoint.ts';
import type { requests } from '#contract/requests.ts';
import type { Priority, Status } from '#contract/words/requests.ts';

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
  show: shows.find((show) => show === params.get('show')) ?? '',
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
