import { type Filters, requestFilters } from '../requests.filters.ts';

/** The views that everyone has. They leave columns and density as they are. */
export const usualViews: readonly { name: string; filters: Partial<Filters> }[] = [
  { name: 'Unassigned', filters: { assignment: 'unassigned' } },
  { name: 'Emergencies', filters: { priority: 'urgent' } },
  { name: 'Today', filters: { period: 'today' } },
];

/** The filters as a view keeps them: without the page. */
export const queryOfView = (filters: Filters): string => requestFilters.write({ ...filters, page: 1 }).toString();

/** The filters of a view. What this version of the list does not know is left out. */
export const filtersOfView = ({ query }: { query: string }): Filters => ({
  ...requestFilters.read(new URLSearchParams(query)),
  page: 1,
});
