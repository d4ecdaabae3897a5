import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api-client.ts';

/** One more try when the server could not be reached or was busy; every other answer will not change by asking again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiError && error.code === 'unavailable' && onlineManager.isOnline();

/**
 * What the dashboards have read from the server; the public pages carry none of it. Without a connection a call fails like
 * any other (spec §8): it never waits for one, so that nothing is sent later that its author has given up meanwhile.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: 'always' },
    mutations: { networkMode: 'always' },
  },
});
