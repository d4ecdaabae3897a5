import { deleteExpiredCounters } from './db/rate-limits.ts';
import type { Deps } from './deps.ts';
import { emptyTrash, sweepOrphans, sweepUnfinished } from './features/files/files.sweep.service.ts';
import { purgeKeys } from './features/idempotency/idempotency.service.ts';
import { purgeNotifications } from './features/notifications/notifications.service.ts';
import { purgeViews } from './features/tracking/tracking.service.ts';

const HOUR_MS = 3_600_000;

/** One thing to tidy up, under the name that the log uses. */
export type TidyStep = { name: string; run: (deps: Deps) => Promise<unknown> };

/** What nobody waits for: files without a row, look-ups after 90 days, answers to repeats after a day. */
const steps: readonly TidyStep[] = [
  { name: 'orphaned files', run: sweepOrphans },
  { name: 'trash', run: emptyTrash },
  { name: 'unfinished uploads', run: sweepUnfinished },
  { name: 'views', run: purgeViews },
  { name: 'idempotency keys', run: purgeKeys },
  { name: 'counters', run: (deps) => deps.autocommit((tx) => deleteExpiredCounters(tx, deps.now())) },
  { name: 'notifications', run: purgeNotifications },
];

/**
 * Tidies up, once. Each step runs by itself: one that fails is logged and holds up no other. Never throws.
 * @param stopping once it is aborted no step begins, and what fails is of no interest: the database may be closed
 */
export async function tidyUp(deps: Deps, all: readonly TidyStep[] = steps, stopping?: AbortSignal): Promise<void> {
  for (const { name, run } of all) {
    if (stopping?.aborted) return;
    try {
      await run(deps);
    } catch (error) {
      if (!stopping?.aborted) deps.log.error({ err: error, step: name }, 'tidying up failed');
    }
  }
}

/** Tidies up now and every hour until it is stopped. */
export function startTidying(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const tidy = () => void tidyUp(deps, steps, stopping.signal);
  const timer = setInterval(tidy, HOUR_MS).unref();
  tidy();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
