import type { Insertable } from 'kysely';
import type { Sessions } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

export const insertSession = (db: Database, session: Insertable<Sessions>) =>
  db.insertInto('sessions').values(session).execute();

/** The session and its user as they stand now: the role is read on every call, never from the token. */
export const findSession = (db: Database, tokenHash: Buffer) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.idle_seconds',
      'users.id',
      'users.name',
      'users.role',
      'users.is_active',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();

export const touchSession = (db: Database, id: number, now: Date) =>
  db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();

export const deleteSession = (db: Database, id: number) => db.deleteFrom('sessions').where('id', '=', id).execute();

export const deleteExpiredSessions = (db: Database, now: Date) =>
  db.deleteFrom('sessions').where('expires_at', '<', now).execute();

/** Keeps only the newest set-up link. */
export async function replaceSetupToken(db: Database, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db.deleteFrom('setup_tokens').execute();
  await db.insertInto('setup_tokens').values({ token_hash: tokenHash, expires_at: expiresAt }).execute();
}

/** Uses the token up; false when it is unknown, used or too old. */
export async function takeSetupToken(db: Database, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('setup_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}
