import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { textLimits } from '#contract/words/limits.ts';
import { call } from '#web/lib/api-client.ts';

/** In milliseconds: a search starts when the user pauses for this long. */
const PAUSE_MS = 150;
/** Shorter texts match too much. */
const SHORTEST = 2;

/** The requests and customers that match what is typed into the palette: the newest of each. */
export function usePaletteResults(typed: string) {
  const [paused] = useDebouncedValue(typed.trim().slice(0, textLimits.search), PAUSE_MS);
  const search = paused.length < SHORTEST ? '' : paused;
  const found = useQuery({
    queryKey: ['palette', search],
    queryFn: async ({ signal }) => {
      const [{ requests }, { customers }] = await Promise.all([
        call(api.requests.list, { query: { search, limit: '6' } }, { signal }),
        call(api.customers.list, { query: { search, limit: '4' } }, { signal }),
      ]);
      return { requests, customers };
    },
    enabled: search !== '',
    refetchInterval: false,
    placeholderData: keepPreviousData,
  });
  const nothing = { requests: [], customers: [] };
  return {
    ...(search === '' ? nothing : (found.data ?? nothing)),
    isSearching: found.isFetching || typed.trim().length >= SHORTEST !== (search !== ''),
    failed: found.isError && search !== '',
  };
}
