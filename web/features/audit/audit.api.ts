import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { call, callDownload } from '#web/lib/api-client.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { rangeProblem, type TrailFilters, trailFilters } from './audit.view.ts';

const all = ['audit'] as const;
/** In milliseconds: how often the progress of a running verification is read, and how often everything else (spec §9). */
const PROGRESS = 1_000;
const REFRESH = 30_000;

/** The queries about the audit trail. */
export const auditQueries = {
  overview: () =>
    queryOptions({
      queryKey: [...all, 'overview'],
      queryFn: ({ signal }) => call(api.audit.overview, {}, { signal }),
    }),
  /** The newest entries, kept fresh. */
  newest: () =>
    queryOptions({
      queryKey: [...all, 'newest'],
      queryFn: ({ signal }) => call(api.audit.list, { query: {} }, { signal }),
      refetchInterval: REFRESH,
    }),
  /** The newest entries, and older ones page by page. A date range that runs backwards is not sent; the last list stays. */
  list: (filters: TrailFilters) =>
    infiniteQueryOptions({
      queryKey: [...all, 'list', trailFilters.query(filters)],
      queryFn: ({ signal, pageParam: cursor }) =>
        call(api.audit.list, { query: { ...trailFilters.query(filters), ...(cursor && { cursor }) } }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ next_cursor }) => next_cursor,
      enabled: rangeProblem(filters) === null,
      placeholderData: keepPreviousData,
      // Entries never change. Once older pages are open, reading all of them again would find what is there already.
      refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) < 2,
      refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) < 2 ? REFRESH : false),
    }),
  entry: (id: string) =>
    queryOptions({
      queryKey: [...all, 'entry', id],
      queryFn: ({ signal }) => call(api.audit.get, { params: { id } }, { signal }),
    }),
  actors: () =>
    queryOptions({
      queryKey: [...all, 'actors'],
      queryFn: async ({ signal }) => (await call(api.audit.actors, {}, { signal })).actors,
      staleTime: 60_000,
    }),
  /** Read every second while a verification runs, whoever has begun it. */
  verification: () =>
    queryOptions({
      queryKey: [...all, 'verification'],
      queryFn: async ({ signal }) => (await call(api.audit.verification, {}, { signal })).verification,
      refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS : REFRESH),
    }),
};

/** Begins a verification, or joins the one that runs. It goes on when the page is left. */
export function useStartVerification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.audit.startVerification, {}),
    onSuccess: ({ verification }) => client.setQueryData(auditQueries.verification().queryKey, verification),
  });
}

/** Saves the entries that match the filters as a CSV file. Leaving the page ends it. */
export function useExportTrail() {
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: (filters: TrailFilters) =>
      callDownload(api.audit.export, { query: trailFilters.query(filters) }, options()),
    onSuccess: saveFile,
  });
}

/** Returns a function that reads the entries and counts again. */
export function useRefreshTrail() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: all, predicate: ({ queryKey }) => queryKey[1] !== 'verification' });
}
