import type { Deps } from '#server/deps.ts';
import type { Visitor } from '#server/lib/actor.ts';
import * as repo from './tracking.repo.ts';
import { deviceTypeOf, presentViews } from './tracking.rules.ts';

/** Records a look-up of a request. It is written within a second, so that the look-up does not wait. */
export function recordView(deps: Deps, requestId: number, visitor: Visitor): void {
  const view: repo.View = {
    request_id: requestId,
    device_type: deviceTypeOf(visitor.userAgent),
    ip_address: visitor.ip,
    tracked_at: deps.now(),
  };
  deps.batches.add('tracking views', view, (views) => deps.transaction((tx) => repo.insertViews(tx, views)));
}

/** "Recent tracking shows 5 entries" (spec §9). */
const RECENT = 5;
const KEPT_MS = 90 * 24 * 3_600_000;

/** Counts the look-ups of a request, and lists the newest (spec §3 Tracking stats). */
export async function viewsOf({ db }: Deps, requestId: number) {
  return presentViews(...(await Promise.all([repo.findTotals(db, requestId), repo.listRecent(db, requestId, RECENT)])));
}

/** Deletes look-ups after 90 days; the totals stay. */
export const purgeViews = (deps: Deps) =>
  deps.autocommit((tx) => repo.deleteBefore(tx, new Date(deps.now().getTime() - KEPT_MS)));
