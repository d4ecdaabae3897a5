import type { PoolConfig } from 'pg';
import { grantToApp, roleOf } from './grants.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type WritableDatabase } from './pool.ts';

const MIGRATION_TIMEOUT = 10 * 60_000;
const FIRST_MIGRATION = '0001_initial';

async function using<T>(connection: PoolConfig, run: (db: WritableDatabase) => Promise<T>): Promise<T> {
  const db = openDatabase({ ...connection, statement_timeout: MIGRATION_TIMEOUT, max: 2 }, () => undefined);
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Migrates as the owner, and gives the app's role its rights when the two roles differ.
 * @returns whether the database was empty
 */
export async function prepareDatabase(
  { connection, owner }: { connection: PoolConfig; owner: PoolConfig },
  step: (line: string) => void,
): Promise<boolean> {
  const role = await using(connection, roleOf);
  return using(owner, async (db) => {
    const names = await migrate(db);
    for (const name of names) step(`Database: ${name}`);
    if (role !== (await roleOf(db))) await grantToApp(db, role);
    return names.includes(FIRST_MIGRATION);
  });
}
