import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { openPool } from './pool.ts';
import { inTransaction, type Tx } from './transaction.ts';

let test: TestApp;
let pool: pg.Pool;
beforeAll(async () => {
  test = await testApp();
  pool = openPool({ ...test.connection, max: 2 }, () => undefined);
});
afterAll(async () => {
  await pool.end();
  await test.close();
});
beforeEach(() => pool.query('delete from setup_tokens'));

const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(pool, async () => undefined, work);
const add = (tx: Tx, n: number) => sql`insert into setup_tokens values (int4send(${n}::integer), now())`.execute(tx);
const kept = async () =>
  (await pool.query('select token_hash from setup_tokens order by 1')).rows.map((row) => row.token_hash.readInt32BE());
const isIdle = () => pool.idleCount === pool.totalCount;

it('keeps all statements, also those that were sent without waiting for each other', async () => {
  const last = await run(async (tx) => {
    const all = await Promise.all(
      [1, 2, 3].map(async (n) => {
        await add(tx, n);
        return (await sql<{ rows: number }>`select count(*)::int as rows from setup_tokens`.execute(tx)).rows[0]?.rows;
      }),
    );
    return all.at(-1);
  });
  expect(last).toBe(3);
  expect(await kept()).toEqual([1, 2, 3]);
  expect(isIdle()).toBe(true);
});

it('keeps nothing when one of several statements fails, whichever was sent first', async () => {
  for (const numbers of [
    [1, 2, 2],
    [1, 1, 2],
  ]) {
    await expect(run((tx) => Promise.all(numbers.map((n) => add(tx, n))))).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([]);
  }
  expect(isIdle()).toBe(true);
});

it('keeps nothing when the work fails', async () => {
  const failing = run(async (tx) => {
    await add(tx, 1);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await kept()).toEqual([]);
});

it('is refused when a statement failed and the work went on', async () => {
  const careless = run(async (tx) => {
    await add(tx, 1);
    await add(tx, 1).catch(() => undefined);
    return 'done';
  });
  await expect(careless).rejects.toThrow('a statement of this transaction failed');
  expect(await kept()).toEqual([]);
});

it('runs no statement after its end', async () => {
  let left: Tx | undefined;
  await run(async (tx) => {
    left = tx;
  });
  await expect(add(left as Tx, 1)).rejects.toThrow('has ended');
  expect(await kept()).toEqual([]);
});

it('that loses its connection fails, and the next one gets a new connection', async () => {
  const cut = run(async (tx) => {
    await add(tx, 1);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await expect(cut).rejects.toThrow();
  await run((tx) => add(tx, 2));
  expect(await kept()).toEqual([2]);
});
