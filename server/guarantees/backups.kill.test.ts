import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { system } from '#contract/system.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { takeJobBack } from '../testing/jobs-stored.ts';
import { runCommand } from '../testing/programs/commands.ts';
import { anInstallation, type Installation, OFFICE } from '../testing/programs/installation.ts';
import type { RunningApp } from '../testing/programs/process.ts';

const WAIT = { interval: 50 };
const TASK = 'tasks/backups.run';

let installation: Installation;
let place: string;
let shelf: string;
/** A connection whose lock keeps a back-up in the middle of its tables. */
let blocker: pg.Client;
beforeEach(async () => {
  place = await newFastFolder('switchboard-cut-off-');
  shelf = path.join(place, 'shelf');
  await mkdir(shelf);
  installation = await anInstallation();
  const { rows } = await installation.db.query<{ database: string }>('select current_database() as database');
  blocker = new pg.Client({ ...(inject('postgresOwner') as ClientConfig), database: rows[0]?.database });
  await blocker.connect();
  await blocker.query('set idle_in_transaction_session_timeout = 0');
});
afterEach(async () => {
  await blocker.end();
  await installation.remove();
  await rm(place, { recursive: true, force: true });
});

const names = async () => (await readdir(shelf)).sort();
const start = () => installation.start({ BACKUP_DIR: shelf });

async function signIn(app: RunningApp) {
  const call = (method: string, api: string, headers: Record<string, string>, body?: object) =>
    fetch(`${app.url}/api${api}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { token } = (await (await call('POST', '/auth/login', {}, OFFICE)).json()) as { token: string };
  const mine = { authorization: `Bearer ${token}` };
  return {
    backUp: async () => expect((await call('POST', '/backups', mine)).status).toBe(202),
    /** What the System page says of back-ups. */
    async shown() {
      const answer = await call('GET', '/system', mine);
      return ((await answer.json()) as ResponseOf<typeof system.state>).system.backups;
    },
  };
}

const waiting = `select pid from pg_locks where not granted and relation = 'request_notes'::regclass
  and pid in (select pid from pg_stat_activity where application_name = 'switchboard copy')`;

/** Begins a back-up that waits in the middle of its tables. */
async function beginBackup(app: RunningApp): Promise<void> {
  await blocker.query('begin; lock table request_notes in access exclusive mode');
  await (await signIn(app)).backUp();
  await vi.waitUntil(async () => (await blocker.query(waiting)).rowCount === 1, WAIT);
  expect(await names()).toEqual([expect.stringMatching(/Z\.partial$/)]);
}

/** Waits until a back-up is made, and expects that it is whole and nothing else is there. @returns its folder */
async function expectMade(app: RunningApp): Promise<string> {
  const office = await signIn(app);
  await vi.waitUntil(async () => (await office.shown()).figures?.runs[0]?.state !== 'running', WAIT);
  const { level, advice, figures } = await office.shown();
  const [name = ''] = await names();
  expect(figures).toMatchObject({ failed: null, runs: [{ state: 'made', folder: name, verified: true, error: null }] });
  // They are not switched on.
  expect([level, advice]).toEqual(['warning', expect.stringMatching(/^Back-ups are not made by themselves/)]);
  expect(await names()).toEqual([name]);
  return path.join(shelf, name);
}

it('a back-up that a stop interrupts leaves no folder, and the next start makes it whole', async () => {
  const first = await start();
  await beginBackup(first);
  expect(await first.stop()).toBe(0);
  expect(await names()).toEqual([]);
  await blocker.query('rollback');
  await expectMade(await start());
});

it('a back-up whose process is killed is under way until another instance makes it, which removes what was left', async () => {
  const first = await start();
  await beginBackup(first);
  await first.kill();
  await blocker.query(`select pg_terminate_backend(pid, 10000) from (${waiting}) waiting`);
  await blocker.query('rollback');
  expect(await names()).toEqual([expect.stringMatching(/Z\.partial$/)]);
  const second = await start();
  const { figures } = await (await signIn(second)).shown();
  expect(figures).toMatchObject({ made: null, runs: [{ state: 'running', folder: null, verified: false }] });
  await second.stop();
  await takeJobBack(installation.db, TASK);
  const folder = await expectMade(await start());
  const restored = await runCommand('restore', [folder], { DATA_DIR: path.join(place, 'restored') });
  expect(restored.code, restored.output).toBe(0);
});
