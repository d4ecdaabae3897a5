import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api-client.ts';

/** Retries once when the server was unreachable or busy. Every other failure would be the same again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiError && error.code === 'unavailable' && onlineManager.isOnline();

/** In milliseconds: how often an open screen reads again what somebody else may have changed (spec §9). */
const REFRESH_MS = 30_000;

/**
 * The dashboards' cache of server data. Without a connection a call fails at once (spec §8). It does not wait for the
 * connection, because the user may have given the change up by then.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      staleTime: 5_000,
      networkMode: 'always',
      refetchOnReconnect: 'always',
      // Every screen stays fresh by this line: when the window gets the focus, and every 30 seconds while it is visible.
      refetchInterval: REFRESH_MS,
    },
    mutations: { networkMode: 'always' },
  },
});
