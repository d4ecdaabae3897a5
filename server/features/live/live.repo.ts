import { sql } from 'kysely';
import type { LiveMessages } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';
import type { StoredMessage } from './live.rules.ts';

/** The database wakes the instances when the transaction commits (migrations/0013_live.sql). */
export const insertMessages = (tx: Tx, messages: readonly NewRow<LiveMessages>[]) =>
  tx.insertInto('live_messages').values(messages).execute();

export const deleteMessagesBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('live_messages').where('created_at', '<', before).execute();

/** The snapshot of this moment. */
export async function readSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}

const rowsOf = (where: ReturnType<typeof sql>) => sql`
  select coalesce(json_agg(json_build_object(
    'topic', topic, 'entity_id', entity_id, 'roles', roles, 'user_ids', user_ids)), '[]')
  from live_messages where ${where}`;

/** The messages of all transactions that have become visible since `since`, and the snapshot they were read in. */
export async function messagesSince(
  db: Database,
  since: string,
): Promise<{ snapshot: string; messages: StoredMessage[] }> {
  // One statement has one snapshot: what it reports as seen is what it has read.
  const { rows } = await sql<{ snapshot: string; messages: StoredMessage[] }>`
    select pg_current_snapshot()::text as snapshot, (${rowsOf(sql`
      xid >= pg_snapshot_xmin(${since}::pg_snapshot)
      and xid < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)`)}) as messages`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL did not say which snapshot this is');
  return rows[0];
}

/**
 * The messages that became visible after `since` and are visible in `until`; null when `since` is later than `until`, as after
 * the database was restored.
 */
export async function messagesBetween(db: Database, since: string, until: string): Promise<StoredMessage[] | null> {
  const { rows } = await sql<{ isPast: boolean; messages: StoredMessage[] }>`
    select pg_snapshot_xmax(${since}::pg_snapshot) <= pg_snapshot_xmax(${until}::pg_snapshot) as "isPast", (${rowsOf(sql`
      xid >= pg_snapshot_xmin(${since}::pg_snapshot)
      and xid < pg_snapshot_xmax(${until}::pg_snapshot)
      and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
      and pg_visible_in_snapshot(xid, ${until}::pg_snapshot)`)}) as messages`.execute(db);
  return rows[0]?.isPast ? rows[0].messages : null;
}

/** The sessions with these ids, and the current rights of their users. */
export const findSessions = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.created_at', 'last_seen_at', 'expires_at', 'idle_seconds', 'role', 'is_active'])
    .where('sessions.id', 'in', [...ids])
    .execute();
