import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Codec<F> = { read: (params: URLSearchParams) => F; write: (filters: F) => URLSearchParams };

/**
 * A list's filters, kept in the address: a reload, a bookmark and a shared link bring the same list, and Back takes one
 * change back. Letters added to a search are no change of their own.
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
    void navigate({ pathname, search: params }, { replace: isTyping, preventScrollReset: true });
  };

  // What was typed last may arrive when a dialog already lies on top of the list, as an entry of the history of its own:
  // the change belongs to the entry below, and waits until that is the present one again.
  const isCovered = state !== null;
  const waiting = useRef<Partial<F> | null>(null);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (isCovered || waiting.current === null) return;
    latest.current(waiting.current);
    waiting.current = null;
  }, [isCovered]);

  return {
    filters,
    change: (part: Partial<F>) => {
      if (isCovered) waiting.current = { ...waiting.current, ...part };
      else change(part);
    },
  };
}
