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

/** Why a view cannot have this name, or null: those that everyone has would stand twice. */
export function nameProblem(name: string): string | null {
  const taken = usualViews.find((view) => view.name.toLowerCase() === name.toLowerCase());
  return taken ? `"${taken.name}" is a view that everyone has. Choose another name.` : null;
}
