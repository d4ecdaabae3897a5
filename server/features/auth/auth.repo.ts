import { builtOnce } from '#server/db/built-once.ts';
import type { Sessions } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export const insertSession = (tx: Tx, session: NewRow<Sessions>) => tx.insertInto('sessions').values(session).execute();

/** The current session and its user. The role is read on every call, never taken from the token. */
export const findSession = builtOnce((db, tokenHash: Buffer) =>
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
    .where('sessions.token_hash', '=', tokenHash),
).first;

/**
 * Whose session this was, by the hash of its token, whether it has ended or not; undefined when there was none. A deleted user is not
 * active.
 */
export const findOwner = (db: Database, hash: Buffer, proof: Buffer) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'is_active'])
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.user_id', '=', 'users.id')
            .where('token_hash', '=', hash),
        ),
        exists(
          selectFrom('ended_sessions')
            .select('ended_sessions.user_id')
            .whereRef('ended_sessions.user_id', '=', 'users.id')
            .where('proof', '=', proof),
        ),
      ]),
    )
    .executeTakeFirst();

export const forgetEndedSessions = (tx: Tx, before: Date) =>
  tx.deleteFrom('ended_sessions').where('ended_at', '<', before).execute();

/**
 * The session of a write that is about to be committed, as it is now, with its user; undefined when it has ended. `is_held`: whether
 * it can no longer end before the caller's transaction does. It is false while another transaction is ending it. This one does not
 * wait for that, because the other one may wait for a row that this one holds.
 */
export const holdSession = (tx: Tx, id: number) =>
  tx
    .with('held', (qb) => qb.selectFrom('sessions').select('id').where('id', '=', id).forKeyShare().skipLocked())
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.idle_seconds',
      'users.role',
      'users.is_active',
    ])
    .select(({ exists, selectFrom }) => exists(selectFrom('held').select('held.id')).as('is_held'))
    .where('sessions.id', '=', id)
    .executeTakeFirst();

export const touchSession = (tx: Tx, id: number, now: Date) =>
  tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();

export const deleteSession = (tx: Tx, id: number) => tx.deleteFrom('sessions').where('id', '=', id).execute();

export const deleteExpiredSessions = (tx: Tx, now: Date) =>
  tx.deleteFrom('sessions').where('expires_at', '<', now).execute();

/** Keeps only the newest set-up link. */
export async function replaceSetupToken(tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await tx.deleteFrom('setup_tokens').execute();
  await tx.insertInto('setup_tokens').values({ token_hash: tokenHash, expires_at: expiresAt }).execute();
}

/** Consumes the token; false when it is unknown, used, too old, or was made by a clock that was ahead. */
export async function takeSetupToken(tx: Tx, tokenHash: Buffer, now: Date, latest: Date): Promise<boolean> {
  const row = await tx
    .deleteFrom('setup_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latest)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this user has signed in from this network since then. */
export async function isKnownNetwork(db: Database, userId: number, network: Buffer, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_networks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('last_used_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

export const noteNetwork = (tx: Tx, userId: number, network: Buffer, now: Date) =>
  tx
    .insertInto('known_networks')
    .values({ user_id: userId, network, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ last_used_at: now }))
    .execute();

export const forgetNetworksBefore = (tx: Tx, userId: number, before: Date) =>
  tx.deleteFrom('known_networks').where('user_id', '=', userId).where('last_used_at', '<', before).execute();
