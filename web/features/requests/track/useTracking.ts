import { useCallback, useEffect, useRef, useState } from 'react';
import type { TrackedRequest } from '#contract/tracking.ts';
import { messageOf } from '#web/lib/api-client.ts';

/** How often an open page looks again by itself; the server does not count these as views. */
const REFRESH_MS = 30_000;
const FAILED = 'Failed to track request';

/** What asks and what shows the answer: they weigh more than the page, and come when somebody asks. */
const tools = () => import('./track-request.ts');

type State = {
  request: TrackedRequest | null;
  /** Shows the answer; there as soon as there is one. */
  Result: Awaited<ReturnType<typeof tools>>['TrackResult'] | null;
  failure: string | null;
  isLoading: boolean;
  /** When the server last answered, ISO 8601. */
  checkedAt: string | null;
  /** The last look by itself found no one: what is shown may be old. */
  isStale: boolean;
};
const idle: State = { request: null, Result: null, failure: null, isLoading: false, checkedAt: null, isStale: false };

/** Looks one tracking ID up, and keeps the answer fresh while the page is open and in sight. */
export function useTracking() {
  const [state, setState] = useState<State>(idle);
  /** What was asked for last: an answer to anything else comes too late. */
  const wish = useRef<object | null>(null);

  const load = useCallback(async (text: string, isRefresh: boolean) => {
    const mine = isRefresh ? wish.current : {};
    wish.current = mine;
    try {
      const { lookUp, TrackResult } = await tools();
      const answer = await lookUp(text, isRefresh);
      if (wish.current !== mine) return;
      if ('failure' in answer) setState({ ...idle, failure: answer.failure ?? FAILED });
      else {
        setState({ ...idle, request: answer.request, Result: TrackResult, checkedAt: new Date().toISOString() });
      }
    } catch (error) {
      if (wish.current !== mine) return;
      // A refresh that fails leaves the last answer standing; the next one may do better.
      if (isRefresh) setState((shown) => ({ ...shown, isStale: true }));
      else setState({ ...idle, failure: messageOf(error, FAILED) });
    }
  }, []);

  const look = useCallback(
    (text: string) => {
      setState({ ...idle, isLoading: true });
      void load(text, false);
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

  return { ...state, look, prepare: () => void tools().catch(() => undefined) };
}
