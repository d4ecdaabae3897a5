import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '#server/lib/root.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import type { WritableDatabase } from './pool.ts';

/**
 * The deletion of a row looks for the rows that name it: through the whole table that does, when no index begins with that column. What
 * nothing deletes does without such an index. With a deletion of one of these comes an index for each column that names it.
 */
const NEVER_DELETED: Readonly<Record<string, string>> = {
  users: 'a user who is deleted keeps their row, because the trail and the timelines name it',
};

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
});
afterAll(() => test.close());

/** The foreign keys whose columns begin no index with all of their rows. A row without a value names nothing. */
async function withoutIndex(db: WritableDatabase): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select key.conrelid::regclass || '.' || (select string_agg(attname, ', ') from pg_attribute
        where attrelid = key.conrelid and attnum = any(key.conkey)) as from, key.confrelid::regclass::text as to
    from pg_constraint key
    where key.contype = 'f' and key.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = key.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || (
          select attname from pg_attribute where attrelid = key.conrelid and attnum = key.conkey[1]) || ' IS NOT NULL)')
    )
    order by 1`.execute(db);
  return rows;
}

const DELETION = /deleteFrom\(\s*'(\w+)'|\b(?:delete from|truncate) (?:only )?(\w+)/g;

/** The tables from which the product deletes rows, by its source. */
async function deletedFrom(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of glob('{features/**/*.repo.ts,db/**/*.ts}', { cwd: path.join(root, 'server') })) {
    if (file.endsWith('.test.ts')) continue;
    const text = await readFile(path.join(root, 'server', file), 'utf8');
    for (const [, called, written] of text.matchAll(DELETION)) found.add(called ?? written ?? '');
  }
  return found;
}

it('every foreign key to a table from which rows are deleted has an index', async () => {
  const found = await withoutIndex(test.deps.db);
  expect(found.filter(({ to }) => !(to in NEVER_DELETED))).toEqual([]);
  expect([...new Set(found.map(({ to }) => to))].sort()).toEqual(Object.keys(NEVER_DELETED));
  expect(found).toContainEqual({ from: 'settled_held_requests.settled_by', to: 'users' });
});

it('and the tables without one lose no rows', async () => {
  const deleted = await deletedFrom();
  expect([...deleted]).toEqual(expect.arrayContaining(['account_links', 'request_figures', 'sessions']));
  expect(Object.keys(NEVER_DELETED).filter((table) => deleted.has(table))).toEqual([]);
});

it('a missing index is found', async () => {
  await sql`drop index mail_outbox_link`.execute(test.deps.db);
  expect(await withoutIndex(test.deps.db)).toContainEqual({ from: 'mail_outbox.link_id', to: 'account_links' });
});
