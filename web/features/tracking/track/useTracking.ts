import { useCallback, useEffect, useRef, useState } from 'react';
import type { TrackedRequest } from '#contract/tracking.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { type FailedCall, failedCall } from '#web/lib/forms/failed-call.ts';

/** In milliseconds: how often an open page refreshes by itself. The server does not count refreshes as views. */
const REFRESH_MS = 30_000;
const FAILED = 'Failed to track request';

/** Loads the call and the result's component with the first use, because they are larger than the page. */
const loadTracking = () => import('./track-request.ts');

type State = {
  request: TrackedRequest | null;
  /** The component that shows the request; null until there is one. */
  Result: Awaited<ReturnType<typeof loadTracking>>['TrackResult'] | null;
  failure: FailedCall | null;
  /** What could not be looked up for lack of a connection. */
  lost: string | null;
  isLoading: boolean;
  /** When the server last answered (ISO 8601, UTC). */
  checkedAt: string | null;
  /** Whether the last refresh failed, so that the result may be out of date. */
  isStale: boolean;
};
const idle: State = {
  request: null,
  Result: null,
  failure: null,
  lost: null,
  isLoading: false,
  checkedAt: null,
  isStale: false,
};

/** Tracks one request and refreshes it while the page is open and visible, and at once when the connection is back. */
export function useTracking() {
  const [state, setState] = useState<State>(idle);
  /** Identifies the latest call: the responses of earlier calls are ignored. */
  const latestCall = useRef<object | null>(null);

  const load = useCallback(async (text: string, isRefresh: boolean) => {
    const mine = isRefresh ? latestCall.current : {};
    latestCall.current = mine;
    try {
      const { trackRequest, TrackResult } = await loadTracking();
      const answer = await trackRequest(text, isRefresh);
      if (latestCall.current !== mine) return;
      if ('failure' in answer) setState({ ...idle, failure: { text: answer.failure ?? FAILED, isOffline: false } });
      else {
        setState({ ...idle, request: answer.request, Result: TrackResult, checkedAt: new Date().toISOString() });
      }
    } catch (error) {
      if (latestCall.current !== mine) return;
      // A failed refresh keeps the last result. The next refresh may succeed.
      if (isRefresh) setState((shown) => ({ ...shown, isStale: true }));
      else {
        const failure = failedCall(error, messageOf(error, FAILED));
        setState({ ...idle, failure, lost: failure.isOffline ? text : null });
      }
    }
  }, []);

  const look = useCallback(
    (text: string) => {
      setState({ ...idle, isLoading: true });
      void load(text, false);
    },
    [load],
  );

  const clear = useCallback(() => {
    latestCall.current = null;
    setState(idle);
  }, []);

  const shownId = state.request?.external_id;
  const watched = shownId ?? state.lost;
  useEffect(() => {
    if (!watched) return;
    const again = () => document.visibilityState === 'visible' && void load(watched, shownId !== undefined);
    const timer = setInterval(again, REFRESH_MS);
    document.addEventListener('visibilitychange', again);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('online', again);
    };
  }, [watched, shownId, load]);

  return { ...state, look, clear, prepare: () => void loadTracking().catch(() => undefined) };
}
