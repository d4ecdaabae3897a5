import { type Days, paths, withQuery } from '../words/paths.ts';

type Filters = Days & {
  status?: string | undefined;
  /** The status to exclude. */
  without?: string | undefined;
  priority?: string | undefined;
  assignment?: 'assigned' | 'unassigned' | undefined;
  /** The id of the technician. */
  technician?: number | undefined;
  service_type?: string | undefined;
  rating?: number | 'any' | undefined;
};

/**
 * The office's list with filters: All Requests, or the Admin Dashboard for filters that only its list has, namely a range of days, a
 * technician, a service type, a rating and an excluded status. Not among the paths, because every public page carries those.
 */
export function requestListPath({ from, to, ...filters }: Filters = {}): string {
  const home = paths.adminDashboard();
  if (from || to) return withQuery(home, { ...filters, period: 'custom', from, to });
  const { technician, service_type, rating, without } = filters;
  return withQuery(technician || service_type || rating || without ? home : paths.adminRequests, filters);
}
