import { type TableChoices, tableChoicesOf } from '#web/ui/mantine/useTableChoices.ts';
import { type Filters, filtersOf, noFilters, paramsOf } from '../requests.view.ts';

/** Filters under a name, with columns and density. The filters are kept as they stand in the address. */
export type SavedView = { name: string; query: string; choices: TableChoices };

export const VIEWS_MAX = 20;
export const VIEW_NAME_MAX = 40;

/** The views that everyone has. They leave columns and density as they are. */
export const usualViews: readonly { name: string; filters: Partial<Filters> }[] = [
  { name: 'Unassigned', filters: { assignment: 'unassigned' } },
  { name: 'Emergencies', filters: { priority: 'urgent' } },
  { name: 'Today', filters: { period: 'today' } },
];

/** The filters as a view keeps them: without the page. */
export const queryOfView = (filters: Filters): string => paramsOf({ ...filters, page: noFilters.page }).toString();

export const filtersOfView = ({ query }: SavedView): Filters => filtersOf(new URLSearchParams(query));

function viewOf(value: unknown): SavedView[] {
  const { name, query, choices } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (typeof name !== 'string' || name.trim() === '' || typeof query !== 'string') return [];
  const view = { name: name.slice(0, VIEW_NAME_MAX), query, choices: tableChoicesOf(choices) };
  return [{ ...view, query: queryOfView(filtersOfView(view)) }];
}

/** Reads stored views. Whatever is not valid is left out, and each name counts once. */
export function viewsOf(value: unknown): SavedView[] {
  const views = (Array.isArray(value) ? value : []).flatMap(viewOf);
  return [...new Map(views.map((view) => [view.name, view])).values()].slice(0, VIEWS_MAX);
}

/** The views with one more, or with another content under the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].slice(-VIEWS_MAX);

/** The views with another name for one of them. One that had this name already gives way. */
export const renamed = (views: readonly SavedView[], from: string, to: string): SavedView[] =>
  views
    .filter(({ name }) => name === from || name !== to)
    .map((view) => (view.name === from ? { ...view, name: to } : view));
