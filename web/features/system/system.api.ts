import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { call } from '#web/lib/api-client.ts';

/** In milliseconds: how often the state is read while a back-up is under way, and otherwise (spec §9). */
const PROGRESS = 2_000;
const REFRESH = 30_000;

/** The query for the state of the product. */
export const systemQueries = {
  state: () =>
    queryOptions({
      queryKey: ['system', 'state'] as const,
      queryFn: async ({ signal }) => (await call(api.system.state, {}, { signal })).system,
      refetchInterval: ({ state }) =>
        state.data?.backups.figures?.runs.some((run) => run.state === 'running') ? PROGRESS : REFRESH,
    }),
};

/** Begins a back-up. It goes on when the page is left. */
export function useStartBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.backups.start, {}),
    // Also after a refusal: another one may be under way.
    onSettled: () => client.invalidateQueries({ queryKey: systemQueries.state().queryKey }),
  });
}
