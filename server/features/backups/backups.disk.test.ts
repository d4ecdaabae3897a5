import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { runBackup } from './backups.run.service.ts';

const clock = aClock('2026-03-02T17:00:00Z');
let hasOwnDisk: boolean;
let folder: string;
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  folder = await newFastFolder('switchboard-disk-');
  const shelf = { problem: async () => null, room: async () => null, hasOwnDisk: async () => hasOwnDisk };
  test = await testApp({ now: clock.now, shelf }, { BACKUP_DIR: folder });
  admin = await as(test, 'admin');
  const body = { enabled: true, at_time: '02:30', keep_daily: 9, keep_weekly: 0, keep_monthly: 0 };
  await admin.call(api.backups.updateSettings, { body });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await test.deps.db.deleteFrom('backup_runs').execute();
  await rm(folder, { recursive: true });
  await mkdir(folder);
});

/** Makes a backup, and tells what became of it and what the System page says then. */
async function backUp() {
  clock.forward(1);
  await admin.call(api.backups.start, {});
  await runBackup(test.deps, new AbortController().signal);
  const { backups } = (await admin.call(api.system.state, {})).system;
  const [run] = backups.figures?.runs ?? [];
  return { state: run?.state, error: run?.error, level: backups.level, advice: backups.advice };
}

it('A folder whose disk is away gets no backup, until the disk is back', async () => {
  hasOwnDisk = true;
  expect(await backUp()).toMatchObject({ state: 'made', level: 'fine' });
  hasOwnDisk = false;
  const unmounted = expect.stringContaining('Mount that disk');
  expect(await backUp()).toMatchObject({ state: 'failed', error: unmounted, level: 'bad', advice: unmounted });
  expect(await readdir(folder)).toHaveLength(1);
  hasOwnDisk = true;
  expect(await backUp()).toMatchObject({ state: 'made', level: 'fine' });
});

it('A folder that never had a disk of its own gets backups, with a warning', async () => {
  hasOwnDisk = false;
  const warned = { state: 'made', level: 'warning', advice: expect.stringContaining('on the disk of the data') };
  expect(await backUp()).toMatchObject(warned);
  expect(await backUp()).toMatchObject(warned);
});

it('Another folder may be on the disk of the data', async () => {
  hasOwnDisk = true;
  await backUp();
  await test.deps.db
    .updateTable('backup_runs')
    .set({ place: path.join(folder, 'elsewhere') })
    .execute();
  hasOwnDisk = false;
  expect(await backUp()).toMatchObject({ state: 'made', level: 'warning' });
});
