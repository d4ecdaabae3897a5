import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Notification } from '#contract/notifications.ts';
import { call } from '#web/lib/api-client.ts';
import { logFailure, logged } from '#web/lib/logged.ts';

const all = ['notifications'] as const;
/** In milliseconds: how often the bell's count is read, with live updates and without (spec §9). */
const POLL_MS = 30_000;
/** How many notifications the bell shows. */
const NEWEST = 8;
export const NOTIFICATIONS_PAGE = 20;

/** A failure is only logged (spec §8). */
const FAILURE = 'Notifications could not be read or changed';

type Page = ResponseOf<typeof api.notifications.list>;
const pageOf = (page: number, limit: number) =>
  queryOptions({
    queryKey: [...all, 'list', { page, limit }],
    queryFn: ({ signal }) =>
      logged(
        FAILURE,
        call(api.notifications.list, { query: { page: String(page), limit: String(limit) } }, { signal }),
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** The number in an answer about unread notifications, which may have either name (spec §7). */
export const countIn = ({ unreadCount, count }: { unreadCount?: number; count?: number }): number =>
  unreadCount ?? count ?? 0;

/** The queries about the notifications of the user who is signed in. */
export const notificationQueries = {
  newest: () => pageOf(1, NEWEST),
  page: (page: number) => pageOf(page, NOTIFICATIONS_PAGE),
  unread: () =>
    queryOptions({
      queryKey: [...all, 'unread'],
      queryFn: async ({ signal }) =>
        countIn(await logged(FAILURE, call(api.notifications.unreadCount, {}, { signal }), signal)),
      refetchInterval: POLL_MS,
    }),
};

type Change = {
  /** What each page shows after the change. */
  page: (page: Page) => Page;
  unread: (count: number) => number;
};

/** Shows a change at once in everything that is loaded. Returns a function that takes it back. */
async function show(client: QueryClient, change: Change): Promise<() => void> {
  await client.cancelQueries({ queryKey: all });
  const before = client.getQueriesData({ queryKey: all });
  client.setQueriesData<Page>({ queryKey: [...all, 'list'] }, (page) => page && change.page(page));
  client.setQueryData<number>([...all, 'unread'], (count) => (count === undefined ? count : change.unread(count)));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** A change that is shown before the server has made it, and is taken back when the server refuses. */
function useShown<V>(send: (value: V) => Promise<unknown>, changeOf: (value: V) => Change) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (value) => show(client, changeOf(value)),
    onError: (error, _value, takeBack) => {
      takeBack?.();
      logFailure(FAILURE, error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  } satisfies UseMutationOptions<unknown, Error, V, () => void>);
}

const isUnread = ({ is_read }: Notification) => !is_read;
const less = (by: number) => (count: number) => Math.max(0, count - by);
const params = ({ id }: Notification) => ({ params: { id: String(id) } });

/** Marks a notification as read (spec §4). */
export const useReadNotification = () =>
  useShown(
    (one: Notification) => call(api.notifications.read, params(one)),
    (one) => ({
      page: (page) => ({
        ...page,
        notifications: page.notifications.map((row) => (row.id === one.id ? { ...row, is_read: true } : row)),
      }),
      unread: less(isUnread(one) ? 1 : 0),
    }),
  );

export const useReadAllNotifications = () =>
  useShown(
    (_: undefined) => call(api.notifications.markAllRead, {}),
    () => ({
      page: (page) => ({ ...page, notifications: page.notifications.map((row) => ({ ...row, is_read: true })) }),
      unread: () => 0,
    }),
  );

export const useDeleteNotification = () =>
  useShown(
    (one: Notification) => call(api.notifications.remove, params(one)),
    (one) => ({
      page: (page) => {
        const notifications = page.notifications.filter(({ id }) => id !== one.id);
        return { ...page, notifications, total: page.total - (page.notifications.length - notifications.length) };
      },
      unread: less(isUnread(one) ? 1 : 0),
    }),
  );
