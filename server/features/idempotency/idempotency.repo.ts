import type { Database } from '#server/db/pool.ts';

/** True for whoever comes first; a second caller waits here until the first one's transaction ends. */
export async function claim(db: Database, scope: string, key: string, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('idempotency_keys')
    .values({ scope, key, answer: 'null', created_at: at })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export const keepAnswer = (db: Database, scope: string, key: string, answer: string) =>
  db.updateTable('idempotency_keys').set({ answer }).where('scope', '=', scope).where('key', '=', key).execute();

export const readAnswer = async (db: Database, scope: string, key: string): Promise<unknown> =>
  (
    await db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst()
  )?.answer;

export const deleteBefore = (db: Database, before: Date) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
