import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import {
  type Claimed,
  changedFields,
  isTracked,
  type MetChange,
  metChanges,
  type Tracked,
  toldChanges,
} from '#server/lib/changes.ts';
import { DomainError } from '#server/lib/errors.ts';
import { changeText, isStale, refuseStale } from '#server/lib/versions.ts';
import * as repo from './users.repo.ts';
import { type Account, fieldsOf, reliedFields } from './users.rules.ts';

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

/** An edit of a row: its fields as they are now, what it claims of them, and what the row and the fields are called. */
type Edit = Claimed & {
  now: Readonly<Record<string, unknown>>;
  /** The row, and when it was changed last, where it doesn't know which fields changed. */
  last: { what: string; at: Date | null };
  /** What a field is called where its name says something else. */
  called?: Readonly<Record<string, string>>;
};

/**
 * Refuses an edit of an older version (409) when a field that it sets or relies on has changed since, and says who changed which
 * field. Where the row does not know what has changed, it may be any field, and the edit is refused. The caller holds the row locked.
 */
export async function refuseMet(
  tx: Tx,
  deps: Pick<Deps, 'settings'>,
  row: Tracked & { changed_by: number | null },
  seen: number | undefined,
  { now, last, called = {}, ...claimed }: Edit,
): Promise<void> {
  if (seen === undefined || !isStale(row, seen)) return;
  if (!isTracked(row, seen)) return refuseOlder(tx, deps, row, seen, last);
  const met = metChanges(row, now, seen, claimed);
  const wordsOf = (field: string) => `the ${called[field] ?? field.replaceAll('_', ' ')}`;
  if (met.length > 0) throw await conflictWith(tx, deps, toldChanges(met, wordsOf));
}

/** `refuseMet` for an edit of a user, which may set a new password as well. */
export const refuseMetUser = (
  tx: Tx,
  deps: Pick<Deps, 'settings'>,
  user: repo.LockedUser,
  seen: number | undefined,
  wanted: Partial<Account>,
  isNewPassword = false,
): Promise<void> =>
  refuseMet(tx, deps, user, seen, {
    now: fieldsOf(user),
    wanted,
    relies: reliedFields(Object.keys(changedFields(user, wanted)?.after ?? {}), isNewPassword),
    last: { what: 'this user', at: user.updated_at },
    called: { email: 'email address', base_location: 'location', is_active: 'status' },
  });
