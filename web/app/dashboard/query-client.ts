import { type Mutation, onlineManager, type Query, QueryClient } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live.ts';
import { ApiError } from '#web/lib/api-client.ts';
import type { LiveListener } from '#web/lib/live/live-updates.ts';
import { isConcerned, isTold } from './live-reads.ts';

/** The failures that a second attempt may not have: the server was unreachable or busy, or many screens have read at once. */
const isPassing = (error: Error) => error instanceof ApiError && /^(unavailable|rate_limited)$/.test(error.code);

/** Retries once. Every other failure would be the same again. */
const retry = (failures: number, error: Error): boolean => failures < 1 && isPassing(error) && onlineManager.isOnline();

/** In milliseconds: how often an open screen reads again what somebody else may have changed (spec §9). */
const REFRESH_MS = 30_000;
/** The same where live updates tell of each change. Links to files are good for eight and a half minutes at least. */
const RENEWAL_MS = 8 * 60_000;
/** In milliseconds: how long changes are collected after a read that followed from one, so that many changes are one read. */
const PAUSE_MS = 1_000;
/** In milliseconds: how long a read may take before the next one begins. */
const LONGEST_READ_MS = 10_000;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Since when live updates tell of all changes, in milliseconds since 1970; null while there are none. */
let toldSince: number | null = null;

/**
 * The poll of a read. It is slow when live updates tell of all changes since the read began: a read that ended a poll's time
 * after their beginning began after it.
 */
const refetchInterval = ({ queryKey, state }: Query): number =>
  toldSince !== null && isTold(queryKey) && !state.error && state.dataUpdatedAt > toldSince + REFRESH_MS
    ? RENEWAL_MS
    : REFRESH_MS;

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
      // Every screen stays fresh by this line: when the window gets the focus, and while it is visible, every 30 seconds, or
      // every 8 minutes while live updates arrive.
      refetchInterval,
    },
    mutations: { networkMode: 'always' },
  },
});

let collected: LiveChange[] | 'everything' = [];
let isReading = false;

/**
 * A change of this user's that the reads were made ready for: one that is shown before the server has made it, or a deletion. A read of
 * this moment may not have the one yet, and finds nothing after the other.
 */
const isShownAlready = { predicate: ({ options }: Mutation) => options.onMutate !== undefined };

async function readCollected(): Promise<void> {
  while (collected === 'everything' || collected.length) {
    if (queryClient.isMutating(isShownAlready)) {
      await wait(PAUSE_MS);
      continue;
    }
    const changes = collected;
    collected = [];
    const reading = queryClient.invalidateQueries({
      predicate: ({ queryKey }) => changes === 'everything' || isConcerned(queryKey, changes),
      // A hidden tab reads when it is shown.
      refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
    });
    await Promise.race([reading, wait(LONGEST_READ_MS)]);
    await wait(PAUSE_MS);
  }
}

/** Reads again what the collected changes concern; then waits a moment before the next changes are read. */
async function readAgain(): Promise<void> {
  if (isReading) return;
  isReading = true;
  try {
    await readCollected();
  } finally {
    isReading = false;
  }
}

/** Keeps the cache fresh by live updates. */
export const liveListener: LiveListener = {
  changed(changes) {
    if (collected !== 'everything') collected.push(...changes);
    void readAgain();
  },
  missed() {
    collected = 'everything';
    void readAgain();
  },
  state(since) {
    toldSince = since;
    // The observers have computed their polls already.
    for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
      for (const observer of query.observers) observer.setOptions(observer.options);
    }
  },
};
