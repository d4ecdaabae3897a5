import { useEffect } from 'react';
import { paths } from '#contract/words/paths.ts';
import { loadRecords } from '#web/lib/stored/records.ts';
import { loadScreensOf } from '../screens/all-screens.ts';

const WORKER = '/service-worker.js';

/** Tells the worker what this page has loaded before the worker began to serve it. */
async function keepThisPage(): Promise<void> {
  // Each screen is loaded now, because it may be opened for the first time where there is no network.
  await Promise.allSettled([loadRecords(), loadScreensOf('technician')]);
  const { active } = await navigator.serviceWorker
    .register(WORKER, { scope: paths.dashboard })
    .then(() => navigator.serviceWorker.ready);
  active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
}

/**
 * Keeps the dashboard of a user who works where there is no network openable without one. Browsers without service workers,
 * and pages on plain http, go without.
 */
export function useOfflinePage(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // What the screen loads last is loaded when the browser has nothing else to do.
    const timer = setTimeout(() => void keepThisPage().catch(() => undefined), 3_000);
    return () => clearTimeout(timer);
  }, [isNeeded]);
}
