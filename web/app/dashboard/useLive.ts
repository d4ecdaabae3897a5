import { useEffect } from 'react';
import { startLive } from '#web/lib/live/live-updates.ts';
import { liveListener } from './query-client.ts';

/** Follows the live updates while a dashboard is open. */
export const useLive = (): void => useEffect(() => startLive(liveListener), []);
