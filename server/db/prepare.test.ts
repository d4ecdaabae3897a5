import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { openDatabase } from './pool.ts';
import { prepareDatabase } from './prepare.ts';

const STARTS = 6;

it('instances that start at the same moment prepare one database, and one of them makes it', async () => {
  const database = await createDatabase();
  const connection = { ...inject('postgres'), database };
  try {
    const start = () =>
      prepareDatabase({ connection, owner: { ...inject('postgresOwner'), database } }, () => undefined);
    const wereEmpty = await Promise.all(Array.from({ length: STARTS }, start));
    expect(wereEmpty.filter(Boolean)).toHaveLength(1);
    // The grants are given anew at each start.
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: STARTS }, start));
    const app = openDatabase(connection, () => undefined);
    const { rows } = await sql<{ may_read: boolean; may_remove: boolean }>`
      select has_table_privilege('requests', 'insert') as may_read,
             has_table_privilege('audit_events', 'delete') as may_remove`.execute(app);
    await app.destroy();
    expect(rows).toEqual([{ may_read: true, may_remove: false }]);
  } finally {
    await dropDatabase(database);
  }
});
