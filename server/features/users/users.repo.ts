import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Users } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

export type UserRow = Omit<Selectable<Users>, 'password_hash'>;

const columns = [
  'id',
  'name',
  'email',
  'phone',
  'role',
  'base_location',
  'is_active',
  'created_at',
  'updated_at',
] as const;

export const listUsers = (db: Database): Promise<UserRow[]> =>
  db.selectFrom('users').select(columns).orderBy('name').orderBy('id').execute();

export const findUser = (db: Database, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();

export const lockUser = (db: Database, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** An active technician or admin, held so that nobody deactivates them before the caller's transaction ends (spec §6). */
export const lockAssignable = (db: Database, id: number): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('role', 'in', ['technician', 'admin'])
    .forShare()
    .executeTakeFirst();

/** Holds every active admin row, so that two admins cannot remove each other at once; answers their ids. */
export async function lockActiveAdmins(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

export const findForLogin = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select([...columns, 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();

/** Undefined when the address is taken. */
export const insertUser = (db: Database, user: Insertable<Users>): Promise<UserRow | undefined> =>
  db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst();

export const emailTakenByAnother = async (db: Database, email: string, id: number): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).where('id', '!=', id).executeTakeFirst()) !==
  undefined;

export const updateUser = (db: Database, id: number, changes: Updateable<Users>): Promise<UserRow> =>
  db.updateTable('users').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();

/** Ends a user's sessions, all but the one that asks. */
export const endSessionsOf = (db: Database, userId: number, exceptSessionId: number) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', exceptSessionId).execute();

export const anyAdmin = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined;
