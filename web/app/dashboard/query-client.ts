import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api-client.ts';

/** Retries once when the server was unreachable or busy. Every other failure would be the same again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiError && error.code === 'unavailable' && onlineManager.isOnline();

/**
 * The dashboards' cache of server data. Without a connection a call fails at once (spec §8). It does not wait for the
 * connection, because the user may have given the change up by then.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: 'always' },
    mutations: { networkMode: 'always' },
  },
});
