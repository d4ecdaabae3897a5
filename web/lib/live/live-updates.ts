import type { LiveChange, LiveMessage } from '#contract/live.ts';
import { ApiError } from '../api-client.ts';
import { onTokenChange } from '../session/token.ts';
import { followLive } from './live-stream.ts';

/** The lock of the tab that has the connection, and the channel over which it tells the other tabs. */
const NAME = 'switchboard-live';
/** Tabs that hear nothing of the one with the connection for this long poll again. Its stream has a sign of life every 20 s. */
const SILENCE_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export type LiveListener = {
  /** Something changed. */
  changed: (changes: readonly LiveChange[]) => void;
  /** Changes may have been missed: everything is to be read again. */
  missed: () => void;
  /** @param since in milliseconds since 1970: all changes after it are told; null while no stream is open */
  state: (since: number | null) => void;
};

type News =
  | { kind: 'asks' }
  | { kind: 'state'; since: number | null; lastId: string | null }
  | { kind: 'message'; message: LiveMessage; id: string | undefined };

/** Waits before the next try: longer after each failure, and not the same in all browsers that lost a server together. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, longest * (0.5 + Math.random() / 2));
    window.addEventListener('online', go);
    signal.addEventListener('abort', go);
  });
}

/**
 * Follows the live updates in this tab until the returned function is called. All visible tabs of a browser share one
 * connection: one of them holds a lock and passes on what it hears. Browsers without locks (plain http) have one connection a
 * tab. A hidden tab has none: it resumes when it is shown again.
 */
export function startLive(listener: LiveListener): () => void {
  const startedAt = Date.now();
  const stopped = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let lastId: string | null = null;
  let since: number | null = null;
  let isLeading = false;
  let turn: AbortController | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  /** A closed channel throws, and the connection ends only after the stop. */
  const post = (news: News) => {
    if (!stopped.signal.aborted) channel.postMessage(news);
  };
  const postState = () => post({ kind: 'state', since, lastId });

  function setSince(next: number | null): void {
    // This tab heard nothing before its own start.
    const mine = next === null ? null : Math.max(next, startedAt);
    if (mine === since) return;
    since = mine;
    listener.state(since);
  }
  /** A tab without the connection relies on it only while it hears of it. */
  function watch(): void {
    clearTimeout(silence);
    if (!isLeading && since !== null) silence = setTimeout(() => setSince(null), SILENCE_MS);
  }
  function hear(message: LiveMessage, id: string | undefined): void {
    const wasFollowing = lastId !== null;
    lastId = id ?? lastId;
    if (message.type === 'changed') {
      if (message.changes.length) listener.changed(message.changes);
    } else if (!message.resumed && wasFollowing) {
      listener.missed();
    } else if (!message.resumed) {
      // What was read in the moments before this is polled once more. The bell's count is read at once.
      listener.changed([{ topic: 'notification', id: null }]);
    }
  }

  const passOn = (message: LiveMessage, id: string | undefined) => {
    hear(message, id);
    post({ kind: 'message', message, id });
    if (message.type === 'opened') setSince(Date.now());
  };
  async function lead(signal: AbortSignal): Promise<void> {
    isLeading = true;
    clearTimeout(silence);
    let failures = 0;
    while (!signal.aborted) {
      // A browser without a network keeps a dead connection for minutes.
      const lost = new AbortController();
      const lose = () => lost.abort();
      window.addEventListener('offline', lose);
      signal.addEventListener('abort', lose);
      try {
        await followLive({
          lastEventId: lastId,
          message: (message, id) => {
            failures = 0;
            passOn(message, id);
          },
          alive: postState,
          signal: lost.signal,
        });
      } catch (error) {
        // The session is over (spec §8). Every other failure is tried again, and the screens poll until then.
        if (error instanceof ApiError && error.status === 401) break;
      } finally {
        window.removeEventListener('offline', lose);
        signal.removeEventListener('abort', lose);
      }
      setSince(null);
      postState();
      failures += 1;
      if (!signal.aborted) await pause(failures, signal);
    }
    setSince(null);
    postState();
    isLeading = false;
  }

  function begin(): void {
    if (turn || stopped.signal.aborted) return;
    turn = new AbortController();
    const { signal } = turn;
    // Rejects when the signal comes while another tab has the lock.
    const led = navigator.locks ? navigator.locks.request(NAME, { signal }, () => lead(signal)) : lead(signal);
    led.catch(() => undefined);
  }
  function rest(): void {
    turn?.abort();
    turn = undefined;
  }
  const follow = () => (document.visibilityState === 'visible' ? begin() : rest());

  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.kind === 'asks') {
      if (isLeading) postState();
      return;
    }
    // Without locks each visible tab has its own connection.
    if (isLeading) return;
    if (data.kind === 'message') hear(data.message, data.id);
    else {
      lastId = data.lastId ?? lastId;
      setSince(data.since);
    }
    watch();
  };
  const stopFollowingToken = onTokenChange(() => {
    // Another user's stream does not go on where this one stopped.
    lastId = null;
    rest();
    follow();
  });
  document.addEventListener('visibilitychange', follow);
  follow();
  post({ kind: 'asks' });

  return () => {
    stopped.abort();
    rest();
    clearTimeout(silence);
    document.removeEventListener('visibilitychange', follow);
    stopFollowingToken();
    channel.close();
  };
}
