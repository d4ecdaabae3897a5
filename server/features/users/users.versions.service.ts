import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { isStale, refuseStale } from '#server/lib/versions.ts';
import * as repo from './users.repo.ts';

/**
 * Refuses the edit of an older version of a row (409), and names who changed it. The caller holds the row locked. The name is
 * a statement of its own: a join in the locking statement could show the new row beside the old name after a wait.
 */
export async function refuseOlder(
  tx: Tx,
  deps: Pick<Deps, 'settings'>,
  row: { version: number; changed_by: number | null },
  seen: number | undefined,
  last: { what: string | null; at: Date | null },
): Promise<void> {
  const by = isStale(row, seen) && row.changed_by !== null ? await repo.findName(tx, row.changed_by) : null;
  refuseStale(row, seen, { by, ...last }, deps.settings.business.time_zone);
}
