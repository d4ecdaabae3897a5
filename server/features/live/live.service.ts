import type { live } from '#contract/live.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { deleteMessagesBefore } from './live.repo.ts';

/** Twice as long as a browser may be away and still resume. */
const KEPT_MS = 30 * 60_000;

/** Tells a browser of changes until its connection or its session ends. */
export const follow: UseCase<typeof live.follow> = async (deps, actor, { lastEventId, signal }) => {
  await deps.limits.takeOf(actor.id, 'streams');
  return deps.live.open(actor, lastEventId, signal);
};

export const purgeMessages = (deps: Deps) =>
  deps.autocommit((tx) => deleteMessagesBefore(tx, new Date(deps.now().getTime() - KEPT_MS)));
