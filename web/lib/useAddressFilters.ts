import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Codec<F> = { read: (params: URLSearchParams) => F; write: (filters: F) => URLSearchParams };

/**
 * Whether the present entry of the history belongs to something on top of the list. Asked of the browser: the entry is there
 * some time before the page is rendered with it, and a search may be reported in between.
 */
const isCovered = () => {
  const entry: unknown = history.state;
  return typeof entry === 'object' && entry !== null && 'usr' in entry && entry.usr !== null && entry.usr !== undefined;
};

/**
 * A list's filters, kept in the address: a reload, a bookmark and a shared link bring the same list, and Back takes one
 * change back. Letters added to a search are no change of their own.
 */
export function useAddressFilters<F extends { search: string; page?: number }>({ read, write }: Codec<F>) {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const filters = read(new URLSearchParams(search));
  const change = (part: Partial<F>) => {
    // Read from the browser: a change made just before is in the address already, and may not be rendered yet.
    const present = read(new URLSearchParams(location.search));
    const next = { ...present, ...part };
    const params = write(next).toString();
    if (params === write(present).toString()) return;
    const others = (of: F) => write({ ...of, search: '', page: 1 }).toString();
    const isTyping = present.search !== '' && next.search !== present.search && others(next) === others(present);
    void navigate({ pathname, search: params }, { replace: isTyping, preventScrollReset: true });
  };

  // What was typed last may arrive when a dialog already lies on top of the list, as an entry of the history of its own:
  // the change belongs to the entry below, and waits until that is the present one again.
  const waiting = useRef<Partial<F> | null>(null);
  const latest = useRef(change);
  latest.current = change;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history is looked at once
  useEffect(() => {
    if (isCovered() || waiting.current === null) return;
    latest.current(waiting.current);
    waiting.current = null;
  }, [key]);

  return {
    filters,
    change: (part: Partial<F>) => {
      if (isCovered()) waiting.current = { ...waiting.current, ...part };
      else change(part);
    },
  };
}
