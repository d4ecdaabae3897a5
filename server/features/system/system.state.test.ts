import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { runBackup } from '#server/features/backups/backups.run.service.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let place: string;
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'switchboard-system-'));
  test = await testApp({}, { BACKUP_DIR: place, MIN_FREE_DISK_MB: '0' }, { asOwner: true });
  admin = await as(test, 'admin');
});
afterAll(async () => {
  await test.close();
  await rm(place, { recursive: true, force: true });
});
const read = async (by = admin) => (await by.call(api.system.state, {})).system;

it('shows every part with its figures, and no path of the machine', async () => {
  const { text } = await admin.attempt(api.system.state);
  expect(text).not.toContain(place);
  expect(text).not.toContain(test.shared.folder);
  const system = await read();
  expect(system.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Date.parse(system.started_at)).toBeLessThan(Date.parse(system.at));
  expect(system.database.figures?.postgres).toMatch(/^\d+/);
  expect(system.database.figures?.bytes).toBeGreaterThan(1_000_000);
  expect(system.disk.figures?.data.size_bytes).toBeGreaterThan(0);
  expect(system.disk.figures?.backups?.size_bytes).toBeGreaterThan(0);
  expect(system.backups).toMatchObject({ level: 'warning', figures: { made: null, runs: [], has_folder: true } });
  expect(system.mail).toMatchObject({ level: 'warning', figures: { server: null, failed: 0 } });
  expect(system.scanner).toMatchObject({ level: 'off', figures: { enabled: false, version: null } });
  expect(system.trail.figures?.verified_at).toBeNull();
});

it('shows a back-up when it begins and when it is made', async () => {
  await admin.call(api.backups.start, {});
  expect((await read()).backups.figures?.runs).toMatchObject([{ state: 'running', by_hand: true }]);
  await runBackup(test.deps, new AbortController().signal);
  const { figures } = (await read()).backups;
  expect(figures?.runs).toMatchObject([{ state: 'made', verified: true }]);
  expect(figures?.made?.bytes).toBeGreaterThan(1_000);
});

it('says that the folder of the back-ups is away, and that it is back', async () => {
  await rename(place, `${place}.away`);
  const { level, advice, figures } = (await read()).backups;
  expect([level, figures?.folder_problem]).toEqual(['bad', 'missing']);
  expect(advice).toContain('Mount its disk');
  await rename(`${place}.away`, place);
  expect((await read()).backups.figures?.folder_problem).toBeNull();
});

it('names a job that failed, with the first line of its reason and no path, until it has ended well', async () => {
  const job = (state: string, minutes: number, output: object | null) => sql`
    insert into pgboss.job (name, data, state, completed_on, output)
    values ('schedules', '{"name":"reports.figures"}', ${state}::pgboss.job_state,
      now() - ${minutes} * interval '1 minute', ${output && JSON.stringify(output)}::jsonb)`;
  await test.deps.jobs.start([]);
  await job('completed', 30, null).execute(test.deps.db);
  const message = 'no room in /srv/data/files for it\n    at write (/srv/app/x.js:1:1)';
  await job('failed', 20, { message: 'an older reason' }).execute(test.deps.db);
  await job('failed', 10, { message }).execute(test.deps.db);
  const { jobs } = await read();
  expect(jobs.level).toBe('bad');
  expect(jobs.figures?.failing).toMatchObject([{ name: 'reports.figures', count: 2, error: 'no room in … for it' }]);
  await job('completed', 5, null).execute(test.deps.db);
  expect((await read()).jobs).toMatchObject({ level: 'fine', figures: { failing: [] } });
});

it('shows the other parts when one cannot be read', async () => {
  await sql`alter table backup_settings rename to away`.execute(test.deps.db);
  const system = await read();
  await sql`alter table away rename to backup_settings`.execute(test.deps.db);
  expect(system.backups).toMatchObject({ level: 'unknown', figures: null });
  expect(system.backups.advice).toContain('could not be read');
  expect(system.database.level).toBe('fine');
  expect(system.mail.figures).not.toBeNull();
});
