import type { PoolConfig } from 'pg';
import { grantToApp, roleOf } from './grants.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type WritableDatabase } from './pool.ts';
import { buildSearchIndexes } from './search/search-indexes.ts';

const MIGRATION_TIMEOUT = 10 * 60_000;
const FIRST_MIGRATION = '0001_initial';

async function using<T>(connection: PoolConfig, run: (db: WritableDatabase) => Promise<T>, limit = MIGRATION_TIMEOUT) {
  const db = openDatabase({ ...connection, statement_timeout: limit, max: 2 }, () => undefined);
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Migrates as the owner, gives the app's role its rights when the two roles differ, and builds the indexes that are missing.
 * @returns whether the database was empty
 */
export async function prepareDatabase(
  { connection, owner }: { connection: PoolConfig; owner: PoolConfig },
  step: (line: string) => void,
): Promise<boolean> {
  const role = await using(connection, roleOf);
  const names = await using(owner, async (db) => {
    const migrated = await migrate(db);
    for (const name of migrated) step(`Database: ${name}`);
    if (role !== (await roleOf(db))) await grantToApp(db, role);
    return migrated;
  });
  await using(owner, (db) => buildSearchIndexes(db, step), 0);
  return names.includes(FIRST_MIGRATION);
}
