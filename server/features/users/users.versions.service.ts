import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { DomainError } from '#server/lib/errors.ts';
import { changeText, isStale, refuseStale } from '#server/lib/versions.ts';
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

/** A change that an edit meets: of these fields, called so, by this user. */
export type MetChange = { fields: readonly string[]; what: string; by: number | null; at: Date };

/** The refusal (409) of an edit that meets changes of the same fields: who changed which of them, and when. */
export async function conflictWith(
  tx: Tx,
  deps: Pick<Deps, 'settings'>,
  met: readonly MetChange[],
): Promise<DomainError> {
  const said = await Promise.all(
    met.map(async ({ fields, by, ...change }) => {
      const name = by === null ? null : await repo.findName(tx, by);
      return { fields, text: changeText({ ...change, by: name }, deps.settings.business.time_zone) };
    }),
  );
  const details = said.flatMap(({ fields, text }) => fields.map((field) => ({ field, message: text })));
  return new DomainError('conflict', said.map(({ text }) => text).join(' '), details);
}
