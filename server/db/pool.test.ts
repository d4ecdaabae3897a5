import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aProxy } from '../testing/proxy.ts';
import { openDatabase, openPool, type WritableDatabase } from './pool.ts';

const connection = { ...inject('postgres'), database: 'postgres' };
const errors = vi.fn();

let db: WritableDatabase;
let other: pg.Client;
beforeAll(async () => {
  db = openDatabase({ ...connection, max: 1 }, errors);
  other = new pg.Client(connection);
  await other.connect();
});
afterAll(async () => {
  await db.destroy();
  await other.end();
});

const pidOf = async (on: WritableDatabase) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid ?? 0;

/** Ends a connection. Resolves when the pool has reported the end. */
async function kill(pid: number) {
  const told = errors.mock.calls.length;
  await other.query('select pg_terminate_backend($1)', [pid]);
  await vi.waitUntil(() => errors.mock.calls.length > told);
}

describe('a connection that breaks', () => {
  it('while idle is reported and replaced', async () => {
    const before = await pidOf(db);
    await kill(before);
    expect(await pidOf(db)).not.toBe(before);
  });

  it('between two queries of a transaction fails only that transaction', async () => {
    const broken = db.transaction().execute(async (tx) => {
      await kill(await pidOf(tx));
      await pidOf(tx);
    });
    await expect(broken).rejects.toThrow(/connection/i);
    expect(await pidOf(db)).toBeGreaterThan(0);
  });
});

describe('a table that gets another column', () => {
  it.each([
    ['select * from grown where id >= $1'],
    ['select "g".* from grown g where id >= $1'],
    ['select id, g.* from grown g where id >= $1'],
    ['update grown set id = id where id >= $1 returning *'],
  ])('does not stop a statement that knows it: %s', async (text) => {
    const pool = openPool({ ...inject('postgresOwner'), database: 'postgres', max: 1 }, errors);
    await pool.query('create temporary table grown as select 1 as id');
    await pool.query(text, [1]);
    await pool.query('alter table grown add column lamp text');
    expect((await pool.query(text, [1])).rows[0]).toMatchObject({ id: 1, lamp: null });
    await pool.end();
  });
});

describe('a network that silently drops all packets', () => {
  const ALL = 12;
  const each = (run: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: ALL }, run));
  const sleep = (on: WritableDatabase) => sql`select pg_sleep(0.05)`.execute(on);

  it('fails the statements sent over it, and the pool then recovers', async () => {
    const proxy = await aProxy(connection);
    const silent = openDatabase({ ...proxy.connection, statement_timeout: 1_000 }, errors);
    await each(() => sleep(silent));
    proxy.silence();
    const lost = await each(() => sleep(silent));
    for (const result of lost) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/connection/i) } });
    }
    const after = await each(() => sleep(silent));
    expect(after.map(({ status }) => status)).toEqual(Array(ALL).fill('fulfilled'));
    await silent.destroy();
    await proxy.close();
  });

  it('does not keep the pool from closing', async () => {
    const proxy = await aProxy(connection);
    const silent = openDatabase({ ...proxy.connection, statement_timeout: 1_000 }, errors);
    await each(() => sleep(silent));
    proxy.silence('all');
    await silent.destroy();
    await proxy.close();
  });
});
