import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-03-02T17:00:00Z');
let place: string;
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'switchboard-shelf-'));
  test = await testApp({ now: clock.now }, { BACKUP_DIR: place });
  admin = await as(test, 'admin', { name: 'Ada Admin' });
});
afterAll(async () => {
  await test.close();
  await rm(place, { recursive: true, force: true });
});
beforeEach(async () => {
  test.deps.config.backupDir = place;
  await test.deps.db.deleteFrom('backup_runs').execute();
  await put({});
});

const choices = { enabled: false, at_time: '02:30', keep_daily: 7, keep_weekly: 4, keep_monthly: 12 };
const put = (fields: object) => admin.attempt(api.backups.updateSettings, { body: { ...choices, ...fields } });
const read = async () => (await admin.call(api.backups.settings, {})).settings;

describe('the settings of back-ups', () => {
  it('say where back-ups go, whether they are encrypted, and when the next one is due', async () => {
    expect(await read()).toMatchObject({ ...choices, folder: place, is_encrypted: false, next_at: null });
    const answer = await put({ enabled: true, at_time: '23:45', keep_monthly: 0 });
    expect(answer.status).toBe(200);
    const settings = { enabled: true, at_time: '23:45', keep_monthly: 0, next_at: '2026-03-03T04:45:00.000Z' };
    expect(await read()).toMatchObject(settings);
  });

  it.each([
    ['enabled', 'Must be true or false', 'yes'],
    ['at_time', 'Please enter a time', '24:00'],
    ['at_time', 'Please enter a time', ''],
    ['keep_daily', 'Please enter a whole number from 1 to 60', 0],
    ['keep_daily', 'Please enter a whole number from 1 to 60', 61],
    ['keep_daily', 'Please enter a whole number from 1 to 60', '7'],
    ['keep_weekly', 'Please enter a whole number from 0 to 60', -1],
    ['keep_weekly', 'Please enter a whole number from 0 to 60', 1.5],
    ['keep_monthly', 'Please enter a whole number from 0 to 60', null],
    ['folder', 'Unknown field', '/mnt/backup'],
  ])('refuse %s: %s (%#)', async (field, message, value) => {
    const before = await read();
    const answer = await put({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message }]);
    expect(await read()).toEqual(before);
  });

  it('are refused to an editor who saw an older version, with who was first', async () => {
    const { version } = await read();
    expect((await put({ keep_daily: 8, version })).status).toBe(200);
    const answer = await put({ keep_daily: 9, version });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/^Ada Admin changed the number of days on /);
    expect((await read()).keep_daily).toBe(8);
  });

  it('cannot be switched on without BACKUP_DIR, and can be switched off', async () => {
    await put({ enabled: true });
    test.deps.config.backupDir = undefined;
    expect(await read()).toMatchObject({ enabled: true, folder: null, next_at: null });
    const answer = await put({ enabled: true, keep_daily: 9 });
    expect(answer.status).toBe(400);
    const message = 'Set BACKUP_DIR on the server first. Back-ups have no place to go.';
    expect(answer.body.details).toEqual([{ field: 'enabled', message }]);
    expect((await put({ enabled: false })).status).toBe(200);
  });
});

describe('a back-up that an admin asks for', () => {
  const start = () => admin.attempt(api.backups.start);

  it('begins, and another one is refused while it is under way', async () => {
    const answer = await start();
    expect(answer.status).toBe(202);
    expect(answer.body.run).toMatchObject({ state: 'running', by_hand: true, started_at: '2026-03-02T17:00:00.000Z' });
    const second = await start();
    expect(second.status).toBe(409);
    expect(second.body.message).toBe('A back-up is under way. Wait until it has ended.');
  });

  it('of many at the same moment is one', async () => {
    const statuses = (await Promise.all([start(), start(), start(), start()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([202, 409, 409, 409]);
  });

  it('is refused without BACKUP_DIR', async () => {
    test.deps.config.backupDir = undefined;
    const answer = await start();
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Set BACKUP_DIR on the server first. Back-ups have no place to go.');
    expect(await test.deps.db.selectFrom('backup_runs').select('id').execute()).toEqual([]);
  });
});
