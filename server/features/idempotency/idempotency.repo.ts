import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';

/** A call: its scope and key, its caller, and the hash of its content. */
export type Call = { scope: string; key: string; caller: string; content: Buffer };

/** Whether a row is younger than a day by the database's clock. A row from the future was written with a wrong clock. */
const isFresh = sql<boolean>`
  idempotency_keys.created_at between now() - interval '1 day' and now() + interval '1 minute'
`;

/**
 * Stores the call; true when it is the first one. A second call of the same caller waits until the first transaction ends.
 * False also when a fresh row of another caller has the same content.
 */
export async function claim(tx: Tx, call: Call): Promise<boolean> {
  const { scope, key, caller, content } = call;
  const { rows } = await sql`
    insert into idempotency_keys (scope, key, caller, content_hash, answer, created_at)
    select ${scope}, ${key}::uuid, ${caller}, ${content}::bytea, 'null', now()
    where not exists (
      select from idempotency_keys where scope = ${scope} and key = ${key}::uuid and content_hash = ${content} and ${isFresh}
    )
    on conflict (scope, key, caller) do update
      set content_hash = excluded.content_hash, answer = excluded.answer, created_at = excluded.created_at
      where not (${isFresh})
    returning key
  `.execute(tx);
  return rows.length > 0;
}

export const keepAnswer = (tx: Tx, { scope, key, caller }: Call, answer: string) =>
  tx
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('caller', '=', caller)
    .execute();

/** Every call of the last day with this key. There are several when callers chose the same key. */
export const findCalls = (db: Database, scope: string, key: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['caller', 'content_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where(isFresh)
    .execute();

export const deleteExpired = (tx: Tx) =>
  tx.deleteFrom('idempotency_keys').where(sql<boolean>`not (${isFresh})`).execute();
