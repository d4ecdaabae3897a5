import type { Deps } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { NOBODY } from '#server/lib/actor.ts';
import { listFates } from './seal.repo.ts';

/** The most that one entry about a loss names. */
const NAMED = 100;

/**
 * Looks for what this process has written, once for each call. Somebody with all rights can remove an entry after it was committed and
 * before it has a seal, and the database then shows nothing. An entry about it goes into the trail, and a verification names it. When
 * that is lost as well, the next call writes another one.
 */
export function lossWatch(deps: Pick<Deps, 'db' | 'written' | 'transaction' | 'log'>): () => Promise<void> {
  const lost = new Set<string>();
  let isTold = true;
  return async () => {
    const written = deps.written.some();
    if (!written.length && isTold) return;
    const fates = await listFates(deps.db, written);
    const gone = fates.filter(({ is_kept, is_sealed }) => !is_kept && !is_sealed);
    const settled = fates.filter(({ is_sealed }) => is_sealed);
    deps.written.forget([...settled, ...gone].map(({ id }) => id));
    for (const { id } of gone) {
      isTold = false;
      deps.log.error({ entry: id }, 'AUDIT: an entry of the trail was removed or replaced before it was sealed');
      if (lost.size < NAMED) lost.add(id);
    }
    if (isTold) return;
    await deps.transaction((tx) => announce(tx, NOBODY, { type: 'audit.entries_lost', entries: [...lost] }));
    isTold = true;
  };
}
