import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import type { LoggedMail } from '#contract/mail.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { type LogFilters, logFilters } from './mail.view.ts';

const all = ['mail'] as const;

/** The queries about mails. */
export const mailQueries = {
  settings: () =>
    queryOptions({
      queryKey: [...all, 'settings'],
      queryFn: async ({ signal }) => (await call(api.mail.settings, {}, { signal })).settings,
    }),
  /** The previews' paths are good for ten minutes. */
  previews: () =>
    queryOptions({
      queryKey: [...all, 'previews'],
      queryFn: async ({ signal }) => (await call(api.mail.previews, {}, { signal })).previews,
      staleTime: 8 * 60_000,
      refetchInterval: 8 * 60_000,
    }),
  log: (filters: LogFilters) =>
    queryOptions({
      queryKey: [...all, 'log', logFilters.query(filters)],
      queryFn: ({ signal }) => call(api.mail.list, { query: logFilters.query(filters) }, { signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Replaces the mail settings. Returns the saved ones with their new version. */
export function useSaveMailSettings() {
  const client = useQueryClient();
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: async (body: CallOf<typeof api.mail.updateSettings>['body']) =>
      (await call(api.mail.updateSettings, { body }, options())).settings,
    onSuccess: (saved) => client.setQueryData(mailQueries.settings().queryKey, saved),
    // The newest settings are loaded before the refusal is shown.
    onError: (error) =>
      error instanceof ApiError && error.code === 'conflict'
        ? client.invalidateQueries({ queryKey: mailQueries.settings().queryKey })
        : undefined,
  });
}

/** Sends a test mail, and returns its entry of the send log. */
export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (to: string) => (await call(api.mail.sendTest, { body: { to } })).mail,
    onSuccess: () => client.invalidateQueries({ queryKey: [...all, 'log'] }),
  });
}

/** Stops counting a failed mail as trouble. */
export function useSetAside() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Pick<LoggedMail, 'id'>) =>
      (await call(api.mail.setAside, { params: { id: String(id) } })).mail,
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
}

/** Sends a mail again that failed, or that was kept as a file. */
export function useSendAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Pick<LoggedMail, 'id'>) =>
      (await call(api.mail.sendAgain, { params: { id: String(id) } })).mail,
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
}
