import { useSyncExternalStore } from 'react';

const TICK = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!timer) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, TICK);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/**
 * The current time in milliseconds since 1970, updated every 30 s, so that relative times on an open screen stay true. All
 * components share one timer. 0 on the server and until hydration, because pages are rendered long before they are read.
 */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => 0,
  );
