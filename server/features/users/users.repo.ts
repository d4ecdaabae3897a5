import { type Selectable, sql, type Updateable } from 'kysely';
import { storedSpellings } from '#contract/texts/email.ts';
import { assignableRoles } from '#contract/words/roles.ts';
import type { Users } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import { nameOrder } from '#server/db/search/search.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export type UserRow = Omit<Selectable<Users>, 'password_hash' | 'deleted_at' | 'changes_from' | 'recent_changes'>;
/** A user with who changed which field at which version. */
export type LockedUser = UserRow & Pick<Selectable<Users>, 'changes_from' | 'recent_changes'>;

const columns = [
  'id',
  'name',
  'email',
  'phone',
  'role',
  'base_location',
  'is_active',
  'is_invited',
  'created_at',
  'updated_at',
  'version',
  'changed_by',
] as const;

/** The limit of the list. No contractor has as many staff. */
const MAX_USERS = 2_000;

export const listUsers = (db: Database): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy(nameOrder('name'))
    .orderBy('id')
    .limit(MAX_USERS)
    .execute();

export const findUser = (db: Database, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/**
 * The user, locked for a change. Locks on users let rows that name them be written meanwhile: an id never changes, and a deleted
 * user keeps the row.
 */
export const lockUser = (tx: Tx, id: number): Promise<LockedUser | undefined> =>
  tx
    .selectFrom('users')
    .select([...columns, 'changes_from', 'recent_changes'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** An active technician or admin, locked against deactivation until the caller's transaction ends (spec §6). */
export const lockAssignable = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('role', 'in', assignableRoles)
    .forShare()
    .executeTakeFirst();

/**
 * Locks, by id, the user to change, who takes over, and every active admin when the user is one of them. Changes of the same people
 * happen one after the other, and never wait for each other. Who takes over must not change, and may be given requests meanwhile.
 */
export async function lockInOrder(tx: Tx, id: number, takerId = id): Promise<void> {
  const changed = tx
    .selectFrom('users')
    .select('id')
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        eb('id', '=', id),
        and([
          eb('role', '=', 'admin'),
          eb('is_active', '=', true),
          exists(
            selectFrom('users as changed')
              .select('changed.id')
              .where('changed.id', '=', id)
              .where('changed.role', '=', 'admin')
              .where('changed.is_active', '=', true),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate();
  await changed.where('id', '<=', takerId).execute();
  // After the lock for a change, which a taker who is one of the admins has then: to make a shared lock stronger later is a deadlock.
  await tx.selectFrom('users').select('id').where('id', '=', takerId).forShare().execute();
  await changed.where('id', '>', takerId).execute();
}

/** The name of a user, also of a deleted one. */
export const findName = async (db: Database, id: number): Promise<string | null> =>
  (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;

/** The account with this address, also when an earlier release has stored another spelling of it. */
const spelled = (email: string) => ({
  among: sql<boolean>`email = any(${storedSpellings(email)}::text[])`,
  exactFirst: sql`email = ${email} desc`,
});

export const findForLogin = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select([...columns, 'password_hash'])
    .where(spelled(email).among)
    .where('deleted_at', 'is', null)
    .orderBy(spelled(email).exactFirst)
    .limit(1)
    .executeTakeFirst();

/** As `findForLogin`, with a lock: a change of password or status waits until the caller's transaction ends. */
export const holdForLogin = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['password_hash', 'is_active'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();

/** Stores the new hash of an unchanged password. Not one that was changed meanwhile. */
export const renewHash = (tx: Tx, id: number, before: string, password_hash: string) =>
  tx.updateTable('users').set({ password_hash }).where('id', '=', id).where('password_hash', '=', before).execute();

export const findPassword = (db: Database, id: number) =>
  db.selectFrom('users').select(['name', 'email', 'password_hash']).where('id', '=', id).executeTakeFirst();

/** The active user with this address, locked for a change. */
export const lockActive = (tx: Tx, email: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users')
    .select(columns)
    .where(spelled(email).among)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy(spelled(email).exactFirst)
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Undefined when the address is in use. */
export const insertUser = (tx: Tx, user: NewRow<Users>): Promise<UserRow | undefined> =>
  tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst();

export const emailTakenByAnother = async (db: Database, email: string, id: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Changes columns and raises the version. */
export const updateUser = (tx: Tx, id: number, changes: Updateable<Users> & { changed_by: number }): Promise<UserRow> =>
  tx
    .updateTable('users')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Ends a user's sessions, except the given one. */
export const endSessionsOf = (tx: Tx, userId: number, exceptSessionId: number | null) =>
  tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptSessionId ?? 0)
    .execute();

/** Waits for a user's writes that are about to commit. Later ones see what the caller's transaction changes. */
export const lockSessionsOf = (tx: Tx, userId: number) =>
  tx.selectFrom('sessions').select('id').where('user_id', '=', userId).forUpdate().execute();

export const anyAdmin = async (db: Database): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
