import { useSearchParams } from 'react-router';
import { type Filters, filtersOf, paramsOf } from '../requests.view.ts';

/** The list's filters, kept in the address, so that a reload, a bookmark and the Back button bring the same list. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const change = (part: Partial<Filters>) =>
    setParams((current) => paramsOf({ ...filtersOf(current), ...part }), { replace: true, preventScrollReset: true });
  return { filters, change };
}
