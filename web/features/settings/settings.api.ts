import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';

/** The query for the business's details. */
export const settingsQueries = {
  get: () =>
    queryOptions({
      queryKey: ['settings'] as const,
      queryFn: async ({ signal }) => (await call(api.settings.get, {}, { signal })).settings,
    }),
};

/** Replaces the details. Returns the saved details with their new version. */
export function useSaveSettings() {
  const client = useQueryClient();
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: async (body: CallOf<typeof api.settings.update>['body']) =>
      (await call(api.settings.update, { body }, options())).settings,
    onSuccess: (saved) => client.setQueryData(settingsQueries.get().queryKey, saved),
    // The newest details are loaded before the refusal is shown.
    onError: (error) =>
      error instanceof ApiError && error.code === 'conflict'
        ? client.invalidateQueries({ queryKey: settingsQueries.get().queryKey })
        : undefined,
  });
}
