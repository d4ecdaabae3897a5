import type { z } from 'zod';
import type { requests } from '#contract/requests.ts';
import type { DeviceType } from '#server/db/database.ts';
import type { findTotals, listRecent } from './tracking.repo.ts';

/** The device type that a user agent names (spec §2, Tracking tab). Tablets often also say Android, so they come first. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  if (/mobi|iphone|ipod|android|blackberry|windows phone/i.test(userAgent)) return 'mobile';
  if (/windows|macintosh|x11|linux|cros/i.test(userAgent)) return 'desktop';
  return 'unknown';
}

/**
 * Presents the look-ups of a request (spec §3 Tracking stats).
 * @param totals counts all of them; left out when there are none
 * @param recent the newest ones
 */
export const presentViews = (
  totals: Awaited<ReturnType<typeof findTotals>>,
  recent: Awaited<ReturnType<typeof listRecent>>,
): z.input<(typeof requests.trackingStats)['response']> => ({
  stats: {
    totalTracks: totals?.total ?? 0,
    uniqueIPs: totals?.unique_ips ?? 0,
    firstTracked: totals?.first_tracked.toISOString() ?? null,
    lastTracked: totals?.last_tracked.toISOString() ?? null,
    deviceStats: {
      mobile: totals?.mobile ?? 0,
      tablet: totals?.tablet ?? 0,
      desktop: totals?.desktop ?? 0,
      unknown: totals?.unknown ?? 0,
    },
    wasTracked: totals !== undefined,
  },
  recentTracking: recent.map((view) => ({
    ...view,
    id: Number(view.id),
    tracked_at: view.tracked_at.toISOString(),
  })),
});
