import { useCallback, useEffect, useRef, useState } from 'react';
import { requests } from '#contract/requests.ts';
import type { TrackedRequest } from '#contract/tracking.ts';
import { trackingId } from '#contract/workflow.ts';
import { call, messageOf } from '#web/lib/api-client.ts';

/** How often an open page looks again by itself; the server does not count these as views. */
const REFRESH_MS = 30_000;

type State = {
  request: TrackedRequest | null;
  failure: string | null;
  isLoading: boolean;
  /** When the server last answered, ISO 8601. */
  checkedAt: string | null;
  /** The last look by itself found no one: what is shown may be old. */
  isStale: boolean;
};
const idle: State = { request: null, failure: null, isLoading: false, checkedAt: null, isStale: false };

/** Looks one tracking ID up, and keeps the answer fresh while the page is open and in sight. */
export function useTracking() {
  const [state, setState] = useState<State>(idle);
  const wanted = useRef<string | null>(null);

  const load = useCallback(async (id: string, isRefresh: boolean) => {
    try {
      const input = { params: { id }, ...(isRefresh && { query: { refresh: '1' as const } }) };
      const { request } = await call(requests.track, input);
      if (wanted.current === id) setState({ ...idle, request, checkedAt: new Date().toISOString() });
    } catch (error) {
      if (wanted.current !== id) return;
      // A refresh that fails leaves the last answer standing; the next one may do better.
      if (isRefresh) setState((shown) => ({ ...shown, isStale: true }));
      else setState({ ...idle, failure: messageOf(error, 'Failed to track request') });
    }
  }, []);

  const look = useCallback(
    (text: string) => {
      const parsed = trackingId.safeParse(text);
      wanted.current = parsed.success ? parsed.data : null;
      if (!parsed.success) {
        setState({ ...idle, failure: parsed.error.issues[0]?.message ?? 'Failed to track request' });
        return;
      }
      setState({ ...idle, isLoading: true });
      void load(parsed.data, false);
    },
    [load],
  );

  const shownId = state.request?.external_id;
  useEffect(() => {
    if (!shownId) return;
    const refresh = () => document.visibilityState === 'visible' && void load(shownId, true);
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [shownId, load]);

  return { ...state, look };
}
