import type { z } from 'zod';
import type { requests } from '#contract/requests.ts';
import type { Deps } from '#server/deps.ts';
import type { Visitor } from '#server/lib/actor.ts';
import * as repo from './tracking.repo.ts';
import { deviceTypeOf } from './tracking.rules.ts';

/** Records a look-up of a request. It is written within a second, so that the look-up does not wait. */
export function recordView(deps: Deps, requestId: number, visitor: Visitor): void {
  const view: repo.View = {
    request_id: requestId,
    device_type: deviceTypeOf(visitor.userAgent),
    ip_address: visitor.ip,
    tracked_at: deps.now(),
  };
  deps.batches.add('tracking views', view, (views) => deps.autocommit((tx) => repo.insertViews(tx, views)));
}

/** "Recent tracking shows 5 entries" (spec §9). */
const RECENT = 5;
const KEPT_MS = 90 * 24 * 3_600_000;

/** How often a request was looked up, and the newest look-ups (spec §3 Tracking stats). */
export async function viewsOf(
  deps: Deps,
  requestId: number,
): Promise<z.input<(typeof requests.trackingStats)['response']>> {
  const [totals, recent] = await Promise.all([
    repo.findTotals(deps.db, requestId),
    repo.listRecent(deps.db, requestId, RECENT),
  ]);
  return {
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
  };
}

/** Deletes look-ups after 90 days; the totals stay. */
export const purgeViews = (deps: Deps) =>
  deps.autocommit((tx) => repo.deleteBefore(tx, new Date(deps.now().getTime() - KEPT_MS)));
