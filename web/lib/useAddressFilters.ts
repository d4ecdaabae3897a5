import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Codec<F> = { read: (params: URLSearchParams) => F; write: (filters: F) => URLSearchParams };

/**
 * Whether the current history entry belongs to a layer on top of the list. Reads the browser's history, because the entry
 * exists before the page renders with it, and a search may be reported in between.
 */
const isCovered = () => {
  const entry: unknown = history.state;
  return typeof entry === 'object' && entry !== null && 'usr' in entry && entry.usr !== null && entry.usr !== undefined;
};

const searchOf = (filters: object): string =>
  'search' in filters && typeof filters.search === 'string' ? filters.search : '';

/**
 * Keeps a list's filters in the address: a reload, a bookmark and a shared link show the same list, and Back undoes one
 * change. While the user types a search, the letters replace one history entry. A change with `replace` makes no entry.
 */
export function useAddressFilters<F extends object>({ read, write }: Codec<F>) {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  /**
   * The query that a change leads to, until the router has rendered it. Fields show it at once: what is typed right after Clear
   * Filters goes into an empty field.
   */
  const [ahead, setAhead] = useState<{ query: string } | null>(null);
  const filters = read(new URLSearchParams(ahead?.query ?? search));
  const change = (part: Partial<F>, { replace = false } = {}) => {
    // Read from the browser, because the previous change may be in the address but not rendered yet.
    const present = read(new URLSearchParams(location.search));
    const next = { ...present, ...part };
    const params = write(next).toString();
    if (params === write(present).toString()) return;
    const others = (of: F) => write({ ...of, search: '', page: 1 }).toString();
    const [typed, before] = [searchOf(next), searchOf(present)];
    const isTyping = before !== '' && typed !== before && others(next) === others(present);
    const wanted = { query: params };
    setAhead(wanted);
    const done = navigate({ pathname, search: params }, { replace: replace || isTyping, preventScrollReset: true });
    // In a transition, as the router's own updates, so that the filters before it are not shown in between.
    const settle = () => startTransition(() => setAhead((now) => (now === wanted ? null : now)));
    void Promise.resolve(done).then(settle, settle);
  };

  // The debounced search may report when a dialog with its own history entry is already open. The change belongs to the
  // list's entry, so it is applied when that entry is the current one again.
  const pendingChange = useRef<Partial<F> | null>(null);
  const changeLate = useEffectEvent(() => {
    if (isCovered() || pendingChange.current === null) return;
    change(pendingChange.current);
    pendingChange.current = null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per history entry
  useEffect(() => changeLate(), [key]);

  return {
    filters,
    change: (part: Partial<F>, options?: { replace?: boolean }) => {
      if (isCovered()) pendingChange.current = { ...pendingChange.current, ...part };
      else change(part, options);
    },
  };
}
