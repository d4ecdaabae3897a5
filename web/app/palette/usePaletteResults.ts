import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { firstOf, textLimits } from '#contract/words/limits.ts';
import { call } from '#web/lib/api-client.ts';
import { callersOf } from './callers.ts';

/** In milliseconds: a search starts when the user pauses for this long. */
const PAUSE_MS = 150;
/** Shorter texts match too much. */
const SHORTEST = 2;

/** The newest requests and customers that match, and who seems to be on the telephone. Nothing of a caller is found twice. */
async function find(search: string, signal: AbortSignal) {
  const [{ requests }, known] = await Promise.all([
    call(api.requests.list, { query: { search, limit: '6' } }, { signal }),
    call(api.customers.list, { query: { search, limit: '4' } }, { signal }),
  ]);
  const callers = callersOf(search, known);
  const theirs = new Set(callers.flatMap((caller) => caller.requests.map(({ id }) => id)));
  return {
    callers,
    requests: requests.filter(({ id }) => !theirs.has(id)),
    customers: known.customers.filter(({ id }) => !callers.some((caller) => caller.id === id)),
  };
}

const nothing: Awaited<ReturnType<typeof find>> = { callers: [], requests: [], customers: [] };

/** What matches what is typed into the palette. `isSearching`: the results still belong to an earlier text. */
export function usePaletteResults(typed: string) {
  const text = firstOf(typed.trim(), textLimits.search);
  const [paused] = useDebouncedValue(text, PAUSE_MS);
  const search = paused.length < SHORTEST ? '' : paused;
  const found = useQuery({
    queryKey: ['palette', search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: search !== '',
    refetchInterval: false,
    placeholderData: keepPreviousData,
  });
  return {
    results: search === '' ? nothing : (found.data ?? nothing),
    isSearching: text !== paused || (search !== '' && (found.isPending || found.isPlaceholderData)),
    failed: found.isError && search !== '',
  };
}
