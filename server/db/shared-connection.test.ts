import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Database, openPool } from './pool.ts';
import { shareConnection } from './shared-connection.ts';

let pool: pg.Pool;
let shared: Database;
beforeAll(() => {
  pool = openPool({ ...inject('postgres'), database: 'postgres' }, () => undefined);
  shared = shareConnection(pool);
});
afterAll(() => pool.end());

const ask = async (n: number) =>
  (await sql<{ n: number; pid: number }>`select ${n}::int as n, pg_backend_pid() as pid`.execute(shared)).rows[0];

it('each statement gets its own row, over one connection', async () => {
  const rows = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
  expect(rows.map((row) => row?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect(new Set(rows.map((row) => row?.pid)).size).toBe(1);
  expect(pool.idleCount).toBe(pool.totalCount);
});

it('a failing statement does not affect the others', async () => {
  const [before, wrong, after] = await Promise.allSettled([ask(1), sql`select 1 / 0`.execute(shared), ask(2)]);
  expect(wrong).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect([before, after]).toMatchObject([{ value: { n: 1 } }, { value: { n: 2 } }]);
});

it('a broken connection fails its statements, and the next statement gets a new connection', async () => {
  const broken = await Promise.allSettled([
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(shared),
    ...Array.from({ length: 5 }, (_, n) => ask(n)),
  ]);
  expect(broken.map(({ status }) => status)).toEqual(broken.map(() => 'rejected'));
  expect(await ask(7)).toMatchObject({ n: 7 });
});

it('an unreachable database fails all waiting statements, and the next statement tries again', async () => {
  const nowhere = openPool({ host: '127.0.0.1', port: 1 }, () => undefined);
  const away = shareConnection(nowhere);
  const ping = () => sql`select 1`.execute(away);
  for (const _ of [1, 2]) {
    const outcomes = await Promise.allSettled([ping(), ping()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  }
  await nowhere.end();
});
