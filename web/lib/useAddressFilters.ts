import { useLocation, useNavigate } from 'react-router';

type Codec<F> = { read: (params: URLSearchParams) => F; write: (filters: F) => URLSearchParams };

/**
 * A list's filters, kept in the address: a reload, a bookmark and a shared link bring the same list, and Back takes one
 * change back. What is typed into the search counts as one change, from its first letter to the next other change.
 */
export function useAddressFilters<F extends { search: string; page?: number }>({ read, write }: Codec<F>) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const filters = read(new URLSearchParams(search));
  const change = (part: Partial<F>) => {
    const next = { ...filters, ...part };
    const params = write(next).toString();
    if (params === write(filters).toString()) return;
    const others = (of: F) => write({ ...of, search: '', page: 1 }).toString();
    const isTyping = filters.search !== '' && next.search !== filters.search && others(next) === others(filters);
    // Whatever is open on top of the list stays open.
    const isCovered = state !== null;
    void navigate(
      { pathname, search: params },
      { replace: isTyping || isCovered, preventScrollReset: true, ...(isCovered && { state }) },
    );
  };
  return { filters, change };
}
