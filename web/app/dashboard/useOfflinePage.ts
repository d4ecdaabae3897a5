import { useEffect, useEffectEvent } from 'react';
import { useMatches } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';
import { loadRecords } from '#web/lib/stored/records.ts';

const WORKER = '/service-worker.js';

/** Tells the worker what this page has loaded before the worker began to serve it. */
async function keepThisPage(loadScreens: () => Promise<void>): Promise<void> {
  // Each screen is loaded now, because it may be opened for the first time where there is no network.
  await Promise.allSettled([loadRecords(), loadScreens()]);
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
  const load = useMatches()
    .map(({ handle }) => (handle as { loadScreensOf?: (role: Role) => Promise<void> } | undefined)?.loadScreensOf)
    .find(Boolean);
  const keep = useEffectEvent(() => keepThisPage(async () => load?.('technician')));
  useEffect(() => {
    if (!isNeeded || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // What the screen loads last is loaded when the browser has nothing else to do.
    const timer = setTimeout(() => void keep().catch(() => undefined), 3_000);
    return () => clearTimeout(timer);
  }, [isNeeded]);
}
