import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, verdictAfter } from '#server/testing/audit.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { sealEntries } from '../seal/seal.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
  for (let n = 1; n <= 3; n += 1) await anEvent(test, { entity_id: n });
  await sealEntries(test.deps, { last: true });
});
afterAll(() => test.close());

/** Another value of a column, in SQL, by the type of the column. */
const others: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `${column} + 1000`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  jsonb: () => `'{"phone": "none"}'`,
  role: (column) => `case when ${column} = 'admin' then 'auditor'::role else 'admin' end`,
  bytea: (column) => `set_byte(${column}, 0, (get_byte(${column}, 0) + 1) % 256)`,
  'timestamp with time zone': (column) => `${column} + interval '1 second'`,
};

const columnsOf = async (table: string) =>
  (
    await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(test.deps.db)
  ).rows;

describe('the seals cover every column', () => {
  it.each([
    ['audit_events', 'id', 16],
    ['audit_seals', 'seq', 6],
  ])('of %s', async (table, key, count) => {
    const columns = await columnsOf(table);
    expect(columns).toHaveLength(count);
    for (const { name, type } of columns) {
      const other = others[type]?.(name);
      if (!other) throw new Error(`no other value of ${type} is known`);
      const change = `update ${table} set ${name} = ${other} where ${key} = 2`;
      const { broken } = await verdictAfter(test, (db) => sql.raw(change).execute(db));
      expect([name, broken?.kind ?? null]).not.toEqual([name, null]);
      // What switched the triggers off for the change is found as well, but after the chain.
      expect([name, broken?.kind]).not.toEqual([name, 'guard']);
    }
  });
});
