import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { api } from '#contract/api.ts';
import { restore } from '#server/backup/restore.ts';
import { dataFolder } from '#server/lib/data-folder.ts';
import { createLocalFileStore } from '#server/lib/file-store.ts';
import { aClock } from '#server/testing/clock.ts';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { aRequest, as, type Person, picture } from '#server/testing/factories.ts';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { backupJobs, backupTasks } from './backups.jobs.ts';
import { beginDue, runBackup } from './backups.run.service.ts';

const clock = aClock('2026-03-02T17:00:00Z');
const never = new AbortController().signal;
let place: string;
let shelf: string;
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  place = await newFastFolder('switchboard-runs-');
  shelf = path.join(place, 'shelf');
  await mkdir(shelf);
  test = await testApp({ now: clock.now }, { BACKUP_DIR: shelf });
  admin = await as(test, 'admin', { name: 'Ada Admin' });
  await aRequest(test, { title: 'Dark stairs' }, [{ name: 'stairs.jpg', bytes: await picture('jpeg', 64) }]);
});
afterAll(async () => {
  await test.close();
  await rm(place, { recursive: true, force: true });
});
beforeEach(async () => {
  clock.set('2026-03-02T17:00:00Z');
  await rm(shelf, { recursive: true, force: true });
  await mkdir(shelf);
  for (const table of ['backup_runs', 'notifications'] as const) await test.deps.db.deleteFrom(table).execute();
  await choose({ enabled: false });
});

const choose = (fields: object) =>
  admin.call(api.backups.updateSettings, {
    body: { enabled: true, at_time: '02:30', keep_daily: 2, keep_weekly: 0, keep_monthly: 0, ...fields },
  });
const runs = () => test.deps.db.selectFrom('backup_runs').selectAll().orderBy('id').execute();
/** What the schedule and its task do at a moment. */
async function nightAt(instant: string, of: Pick<TestApp, 'deps'> = test) {
  clock.set(instant);
  await beginDue(of.deps);
  await runBackup(of.deps, never);
}
const names = async () => (await readdir(shelf)).sort();
const trail = () =>
  test.deps.db.selectFrom('audit_events').select(['action', 'actor_name']).where('entity', '=', 'backup').orderBy('id');
const notices = () => test.deps.db.selectFrom('notifications').select(['title', 'message', 'user_id']).execute();

it('a night’s back-up is made once, read back, in the trail, and restores', async () => {
  await choose({});
  await nightAt('2026-03-03T07:29:00Z');
  expect(await names()).toEqual([]);
  await nightAt('2026-03-03T07:30:00Z');
  await nightAt('2026-03-03T07:35:00Z');
  expect(await names()).toEqual(['2026-03-03T07-30-00Z']);
  const [run, ...more] = await runs();
  expect(more).toEqual([]);
  expect(run).toMatchObject({ outcome: 'made', verified: true, started_by: null, folder: '2026-03-03T07-30-00Z' });
  expect([Number(run?.bytes) > 1_000, Number(run?.row_count) > 10, Number(run?.file_count) >= 2]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await trail().where('action', '=', 'backups.make').execute()).toEqual([
    { action: 'backups.make', actor_name: 'The server' },
  ]);

  const database = await createDatabase();
  const owner = { ...inject('postgresOwner'), database };
  const openDatabase = async () => ({ connection: { ...inject('postgres'), database }, owner, stop: async () => {} });
  const from = path.join(shelf, '2026-03-03T07-30-00Z');
  const dataDir = path.join(place, 'restored');
  const openFiles = () => createLocalFileStore(dataFolder(dataDir).files);
  const rest = { named: owner, auditKey: undefined, passphrase: undefined, step: () => {} };
  const manifest = await restore({ from, dataDir, openFiles, openDatabase, ...rest });
  expect(manifest.installation).toBe(test.deps.installation.id);
  await dropDatabase(database);
});

it('older back-ups are removed after a new one, and nothing that is not a whole one of this installation', async () => {
  await choose({});
  await nightAt('2026-03-03T07:30:00Z');
  await nightAt('2026-03-04T07:30:00Z');
  // Somebody else's: another name, no manifest, and a manifest that was changed.
  await mkdir(path.join(shelf, 'photos'));
  await mkdir(path.join(shelf, '2020-01-01T00-00-00Z'));
  await writeFile(path.join(shelf, '2020-01-02T00-00-00Z'), 'a file');
  await nightAt('2026-03-05T07:30:00Z');
  expect(await names()).toEqual([
    '2020-01-01T00-00-00Z',
    '2020-01-02T00-00-00Z',
    '2026-03-04T07-30-00Z',
    '2026-03-05T07-30-00Z',
    'photos',
  ]);
  const removed = await trail().where('action', '=', 'backups.remove').select('after').execute();
  expect(removed).toMatchObject([{ after: { folders: ['2026-03-03T07-30-00Z'] } }]);
  expect((await runs()).map(({ removed_at }) => removed_at !== null)).toEqual([true, false, false]);

  await writeFile(path.join(shelf, '2026-03-04T07-30-00Z', 'manifest.sha256'), 'changed');
  await nightAt('2026-03-06T07:30:00Z');
  await nightAt('2026-03-07T07:30:00Z');
  expect(await names()).toContain('2026-03-04T07-30-00Z');
  expect(await names()).not.toContain('2026-03-05T07-30-00Z');
});

it('a failure removes nothing, says why, tells the admins once a day, and is tried again after an hour', async () => {
  await choose({ keep_daily: 1 });
  await nightAt('2026-03-03T07:30:00Z');
  const away = path.join(place, 'away');
  await rename(shelf, away);
  await nightAt('2026-03-04T07:30:00Z');
  await nightAt('2026-03-04T07:35:00Z');
  await nightAt('2026-03-04T08:30:00Z');
  await rename(away, shelf);
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['made', 'failed', 'failed']);
  expect((await runs())[1]?.error).toBe(`There is no folder ${shelf}. Make it, or mount its disk, first.`);
  expect(await notices()).toEqual([
    {
      title: 'The back-up failed',
      message: `There is no folder ${shelf}. Make it, or mount its disk, first. It is tried again every hour.`,
      user_id: admin.id,
    },
  ]);
  expect(await names()).toEqual(['2026-03-03T07-30-00Z']);
  await nightAt('2026-03-04T09:30:00Z');
  expect(await names()).toEqual(['2026-03-04T09-30-00Z']);
});

it('one that a stop ends leaves no folder, and the next start makes it', async () => {
  await choose({});
  clock.set('2026-03-03T07:30:00Z');
  await beginDue(test.deps);
  await expect(runBackup(test.deps, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  expect(await names()).toEqual([]);
  await nightAt('2026-03-03T07:31:00Z');
  expect(await runs()).toMatchObject([{ outcome: 'made', tries: 2 }]);
  expect(await names()).toEqual(['2026-03-03T07-31-00Z']);
});

it('one whose instance was killed is made by the next, which removes what was left', async () => {
  await choose({});
  clock.set('2026-03-03T07:30:00Z');
  await beginDue(test.deps);
  await test.deps.db.updateTable('backup_runs').set({ tries: 1, folder: '2026-03-03T07-30-00Z' }).execute();
  await mkdir(path.join(shelf, '2026-03-03T07-30-00Z.partial'));
  clock.set('2026-03-03T07:32:00Z');
  await runBackup(test.deps, never);
  expect(await runs()).toMatchObject([{ outcome: 'made', tries: 2, folder: '2026-03-03T07-32-00Z' }]);
  expect(await names()).toEqual(['2026-03-03T07-32-00Z']);
});

it('one that nobody works on any more is ended, and what it left is removed by the next', async () => {
  await choose({});
  clock.set('2026-03-03T07:30:00Z');
  await beginDue(test.deps);
  // A killed instance: the try has begun, and its folder is there.
  await test.deps.db.updateTable('backup_runs').set({ tries: 1, folder: '2026-03-03T07-30-00Z' }).execute();
  await mkdir(path.join(shelf, '2026-03-03T07-30-00Z.partial'));
  await mkdir(path.join(shelf, '2026-03-01T00-00-00Z.partial'));
  clock.set('2026-03-03T07:46:00Z');
  await beginDue(test.deps);
  expect(await runs()).toMatchObject([
    { outcome: 'failed', error: 'The server stopped before the back-up was whole.' },
  ]);
  await nightAt('2026-03-03T08:46:00Z');
  // The other partial folder is not of a run of ours.
  expect(await names()).toEqual(['2026-03-01T00-00-00Z.partial', '2026-03-03T08-46-00Z']);
});

it('what a try has left is removed by the next back-up that finds it, however long the folder was away', async () => {
  await choose({});
  clock.set('2026-03-03T07:30:00Z');
  await beginDue(test.deps);
  await test.deps.db.updateTable('backup_runs').set({ tries: 1, folder: '2026-03-03T07-30-00Z' }).execute();
  await mkdir(path.join(shelf, '2026-03-03T07-30-00Z.partial'));
  const away = path.join(place, 'away');
  await rename(shelf, away);
  await nightAt('2026-03-03T07:46:00Z');
  await nightAt('2026-03-03T08:46:00Z');
  await rename(away, shelf);
  await nightAt('2026-03-03T09:46:00Z');
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'made']);
  expect(await names()).toEqual(['2026-03-03T09-46-00Z']);
});

it('a removal that was cut off is completed by the next back-up, and told', async () => {
  await choose({});
  await nightAt('2026-03-03T07:30:00Z');
  const first = path.join(shelf, '2026-03-03T07-30-00Z');
  await rename(first, `${first}.partial`);
  await nightAt('2026-03-04T07:30:00Z');
  expect(await names()).toEqual(['2026-03-04T07-30-00Z']);
  expect((await runs()).map(({ removed_at }) => removed_at !== null)).toEqual([true, false]);
  expect((await trail().select('after').execute()).slice(-2)).toMatchObject([
    { action: 'backups.remove', after: { folders: ['2026-03-03T07-30-00Z'] } },
    { action: 'backups.make' },
  ]);
});

it('a back-up that cannot be read or removed keeps no other', async () => {
  await choose({ keep_daily: 3 });
  for (const day of ['03', '04', '05']) await nightAt(`2026-03-${day}T07:30:00Z`);
  // No folder can get the name of a file, and no folder can be read as a file.
  await writeFile(path.join(shelf, '2026-03-03T07-30-00Z.partial'), '');
  await mkdir(path.join(shelf, '2026-03-01T07-30-00Z', 'manifest.sha256'), { recursive: true });
  await test.deps.db.updateTable('backup_settings').set({ keep_daily: 1 }).execute();
  await nightAt('2026-03-06T07:30:00Z');
  expect(await names()).toEqual([
    '2026-03-01T07-30-00Z',
    '2026-03-03T07-30-00Z',
    '2026-03-03T07-30-00Z.partial',
    '2026-03-06T07-30-00Z',
  ]);
  expect((await runs()).map(({ removed_at }) => removed_at !== null)).toEqual([false, true, true, false]);
});

it('the schedule and its task make one that is due when an instance starts', async () => {
  await choose({});
  clock.set('2026-03-04T15:00:00Z');
  const own = await testApp({ now: clock.now }, { BACKUP_DIR: shelf }, { join: test });
  const schedules = backupJobs.map(({ run, ...when }) => ({
    ...when,
    run: (stop: AbortSignal) => run(own.deps, stop),
  }));
  const tasks = backupTasks.map(({ name, run }) => ({ name, run: (stop: AbortSignal) => run(own.deps, stop) }));
  await own.deps.jobs.start(schedules, tasks);
  await expect.poll(names).toEqual(['2026-03-04T15-00-00Z']);
  await expect.poll(runs).toMatchObject([{ outcome: 'made', started_by: null }]);
  await own.close();
});

it('an instance without BACKUP_DIR begins none, and two at once make one', async () => {
  await choose({});
  clock.set('2026-03-03T07:30:00Z');
  test.deps.config.backupDir = undefined;
  await beginDue(test.deps);
  expect(await runs()).toEqual([]);
  test.deps.config.backupDir = shelf;
  const second = await testApp({ now: clock.now }, { BACKUP_DIR: shelf }, { join: test });
  await Promise.all([beginDue(test.deps), beginDue(second.deps)]);
  expect(await runs()).toHaveLength(1);
  await second.close();
});
