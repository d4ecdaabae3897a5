import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { builtOnce, builtPer } from './built-once.ts';
import type { Database } from './pool.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(async () => test?.close());

describe('a query that is built once', () => {
  it('runs with the values of each call, each in its places, beside values that never change', async () => {
    const build = vi.fn((db: Database, one: number, other: string | null) =>
      db.selectNoFrom([
        sql<number>`${one}::int`.as('one'),
        sql<string>`${'always'}::text`.as('always'),
        sql<string | null>`${other}::text`.as('other'),
        sql<number>`${one}::int + 1`.as('next'),
      ]),
    );
    const query = builtOnce(build);
    const { db } = test.deps;
    expect(await query.all(db, 1, 'first')).toEqual([{ one: 1, always: 'always', other: 'first', next: 2 }]);
    const both = await Promise.all([query.first(db, 5, null), query.firstOrThrow(db, 7, 'always')]);
    expect(both.map((row) => [row?.one, row?.other, row?.next])).toEqual([
      [5, null, 6],
      [7, 'always', 8],
    ]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('returns all rows, the first one, or throws when it is missing', async () => {
    const upTo = builtOnce((db, last: number) =>
      db.selectFrom(sql<{ n: number }>`generate_series(1, ${last}::int)`.as<'n'>(sql`n(n)`)).select('n'),
    );
    const { db } = test.deps;
    expect(await upTo.all(db, 3)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await upTo.first(db, 3)).toEqual({ n: 1 });
    expect(await upTo.all(db, 0)).toEqual([]);
    expect(await upTo.first(db, 0)).toBeUndefined();
    await expect(upTo.firstOrThrow(db, 0)).rejects.toThrow('the query returned no row');
  });
});

it('a query that is built per choice is another one for each of them, built once up to a hundred', async () => {
  const build = vi.fn((db: Database, { word }: { word: string }, n: number) =>
    db.selectNoFrom(sql<string>`${sql.lit(word)} || ${n}::text`.as('text')),
  );
  const query = builtPer(build);
  const ask = async (word: string, n: number) => (await query.firstOrThrow(test.deps.db, { word }, n)).text;
  expect(await ask('one', 1)).toBe('one1');
  expect(await ask('other', 2)).toBe('other2');
  expect(await ask('one', 3)).toBe('one3');
  expect(build).toHaveBeenCalledTimes(2);
  for (let nth = 0; nth < 100; nth += 1) await ask(`word ${nth}`, nth);
  build.mockClear();
  expect(await ask('one', 4)).toBe('one4');
  expect(build).not.toHaveBeenCalled();
  expect(await ask('word 99', 5)).toBe('word 995');
  expect(build).toHaveBeenCalledTimes(1);
});
