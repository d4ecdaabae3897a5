import pg, { type ClientConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { submission } from '../testing/factories.ts';
import { takeJobBack } from '../testing/jobs-stored.ts';
import { anInstallation, type Installation } from '../testing/programs/installation.ts';
import type { RunningApp } from '../testing/programs/process.ts';

/** The task makes 200 notifications with each statement. */
const ADMINS = 500;
const WAIT = { interval: 50 };
const TASK = 'tasks/notifications.fan_out';

let installation: Installation;
/** A connection whose locks keep the product waiting. */
let blocker: pg.Client;
beforeEach(async () => {
  installation = await anInstallation();
  const { rows } = await installation.db.query<{ database: string }>('select current_database() as database');
  blocker = new pg.Client({ ...(inject('postgresOwner') as ClientConfig), database: rows[0]?.database });
  await blocker.connect();
  // On a busy machine it may take long until the product waits.
  await blocker.query('set idle_in_transaction_session_timeout = 0');
});
afterEach(async () => {
  await blocker.end();
  await installation.remove();
});

async function rowsOf<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await installation.db.query<T>(text, values)).rows;
}
const countOf = async (text: string) => (await rowsOf<{ n: number }>(`select count(*)::int as n from ${text}`))[0]?.n;
const jobs = () => rowsOf<{ state: string }>('select state::text from pgboss.job where name = $1', [TASK]);

const ours = 'select pid from pg_stat_activity where datname = current_database()';
/** The statements of the product that wait for a lock of the blocker, in a transaction that has written to this table. */
const waitingIn = (table: string) => `pg_locks where not granted and pid in (${ours})
  and pid in (select pid from pg_locks where granted and mode = 'RowExclusiveLock' and relation = '${table}'::regclass)`;
const isBlocked = (table: string) => vi.waitUntil(async () => (await countOf(waitingIn(table))) === 1, WAIT);

/** Kills the instance, and with its connections the statements that wait. */
async function kill(app: RunningApp): Promise<void> {
  await app.kill();
  const waiting = `select pid from pg_locks where not granted and pid in (${ours})`;
  await installation.db.query(`select pg_terminate_backend(pid, 10000) from (${waiting}) waiting`);
  await blocker.query('rollback');
}

const submit = (app: RunningApp) =>
  fetch(`${app.url}/api/requests/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(submission({ title: 'Dark stairs' })),
  });

/** Admins that the office's own account comes before. */
const addAdmins = () =>
  installation.db.query(
    `insert into users (name, email, role, is_active, password_hash, created_at, updated_at)
    select 'Admin ' || n, 'admin.' || n || '@many.example', 'admin', true, 'none', now(), now()
    from generate_series(1, ${ADMINS}) n`,
  );

describe('Notifications to many', () => {
  it('are made once for each, although the instance is killed after the commit and in the middle of the task', async () => {
    const first = await installation.start();
    await addAdmins();
    // A notification refers to its user: the second statement of the task waits for this row.
    await blocker.query('begin');
    await blocker.query(`select from users where email = 'admin.300@many.example' for update`);
    expect((await submit(first)).status).toBe(201);
    await isBlocked('notifications');
    await kill(first);
    expect(await countOf('notifications')).toBe(200);
    expect(await countOf('notification_fanouts')).toBe(1);
    expect(await jobs()).toEqual([{ state: 'active' }]);

    await takeJobBack(installation.db, TASK);
    await installation.start();
    await vi.waitUntil(async () => (await countOf('notification_fanouts')) === 0, WAIT);
    const told = await rowsOf<{ role: string; n: number; users: number }>(
      `select role, n, count(*)::int as users
      from (select user_id, count(*)::int as n from notifications group by user_id) made join users on users.id = user_id
      group by role, n`,
    );
    expect(told).toEqual([{ role: 'admin', n: 1, users: ADMINS + 1 }]);
    await vi.waitUntil(async () => (await jobs()).every(({ state }) => state === 'completed'), WAIT);
  });

  it('are asked for in the transaction of their cause: a kill before that leaves neither', async () => {
    const first = await installation.start();
    await addAdmins();
    await blocker.query('begin');
    await blocker.query('lock table pgboss.job in share row exclusive mode');
    const answer = submit(first).then(
      ({ status }) => status,
      () => 'no answer',
    );
    await isBlocked('requests');
    await kill(first);
    expect(await answer).toBe('no answer');
    expect(await countOf('requests')).toBe(0);
    expect(await countOf('notification_fanouts')).toBe(0);
    expect(await jobs()).toEqual([]);

    const second = await installation.start();
    expect((await submit(second)).status).toBe(201);
    await vi.waitUntil(async () => (await countOf('notifications')) === ADMINS + 1, WAIT);
  });
});
