import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';

/** The query for the settings of back-ups. */
export const backupQueries = {
  settings: () =>
    queryOptions({
      queryKey: ['backups', 'settings'] as const,
      queryFn: async ({ signal }) => (await call(api.backups.settings, {}, { signal })).settings,
    }),
};

/** Replaces the settings. Returns the saved ones with their new version. */
export function useSaveBackupSettings() {
  const client = useQueryClient();
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: async (body: CallOf<typeof api.backups.updateSettings>['body']) =>
      (await call(api.backups.updateSettings, { body }, options())).settings,
    onSuccess: (saved) => client.setQueryData(backupQueries.settings().queryKey, saved),
    // The newest settings are loaded before the refusal is shown.
    onError: (error) =>
      error instanceof ApiError && error.code === 'conflict'
        ? client.invalidateQueries({ queryKey: backupQueries.settings().queryKey })
        : undefined,
  });
}
