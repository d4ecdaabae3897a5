import { randomBytes } from 'node:crypto';
import type { Database } from './pool.ts';

/** A 256-bit key that every instance on this database shares; made by whoever asks first. */
export async function readSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
