import type { Deps } from '#server/deps.ts';
import type { Visitor } from '#server/lib/actor.ts';
import * as repo from './tracking.repo.ts';
import { deviceTypeOf } from './tracking.rules.ts';

/** Notes that someone looked a request up; written within a second, so that the look-up itself never waits. */
export function recordView(deps: Deps, requestId: number, visitor: Visitor): void {
  const view: repo.View = {
    request_id: requestId,
    device_type: deviceTypeOf(visitor.userAgent),
    ip_address: visitor.ip,
    tracked_at: deps.now(),
  };
  deps.batches.add('tracking views', view, (views) => repo.insertViews(deps.db, views));
}
