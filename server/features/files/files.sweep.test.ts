import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRequest } from '#server/testing/factories.ts';
import { aLog } from '#server/testing/log.ts';
import { storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';
import { sweepRefusal } from './files.sweep.rules.ts';
import { emptyTrash, sweepOrphans } from './files.sweep.service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const sheet = { name: 'a.csv', bytes: Buffer.from('a,b\n') };

let late = 0;
let test: TestApp;
let log: ReturnType<typeof aLog>;
beforeEach(async () => {
  late = 0;
  log = aLog();
  test = await testApp({ now: () => new Date(Date.now() + late), log: log.log });
});
afterEach(() => test.close());

async function orphans(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await test.deps.files.put(id, Buffer.from('x'));
  return ids;
}
async function known(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await aRequest(test, {}, [sheet]);
}
async function trash(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of test.deps.files.listTrash()) keys.push(key);
  return keys.sort();
}
/** Deletes the rows of all files, as restoring an older database does. */
const forgetRows = () => test.deps.db.deleteFrom('files').execute();

describe('files without a row', () => {
  it('go to the trash after an hour with their thumbnails, and no other file does', async () => {
    await known(1);
    const [orphan = ''] = await orphans(1);
    await test.deps.files.put(`${orphan}.thumbnail`, Buffer.from('x'));
    await writeFile(path.join(test.deps.config.dataDir, 'files', 'README'), 'put here by a person');
    const before = await storedKeys(test);
    late = HOUR - 60_000;
    expect(await sweepOrphans(test.deps)).toBe(0);
    expect(await storedKeys(test)).toEqual(before);
    late = HOUR + 60_000;
    expect(await sweepOrphans(test.deps)).toBe(2);
    expect(await storedKeys(test)).toEqual(before.filter((key) => !key.startsWith(orphan)));
    expect(await trash()).toEqual([orphan, `${orphan}.thumbnail`]);
    expect(await sweepOrphans(test.deps)).toBe(0);
  });

  it('are deleted after 30 days in the trash, and not a day earlier', async () => {
    await known(1);
    await orphans(1);
    late = 2 * HOUR;
    await sweepOrphans(test.deps);
    late = 30 * DAY;
    expect(await emptyTrash(test.deps)).toBe(0);
    expect(await trash()).toHaveLength(1);
    late = 31 * DAY + 2 * HOUR;
    expect(await emptyTrash(test.deps)).toBe(1);
    expect(await trash()).toEqual([]);
  });

  it('are restored at any age when they have a row again', async () => {
    await known(2);
    const rows = await test.deps.db.selectFrom('files').selectAll().execute();
    const [lost] = rows;
    if (!lost) throw new Error('no file was stored');
    await test.deps.db.deleteFrom('files').where('id', '=', lost.id).execute();
    late = 2 * HOUR;
    expect(await sweepOrphans(test.deps)).toBe(1);
    await test.deps.db.insertInto('files').values(lost).execute();
    late = 90 * DAY;
    expect(await emptyTrash(test.deps)).toBe(0);
    expect(await storedKeys(test)).toContain(lost.id);
    expect(await trash()).toEqual([]);
  });

  it('that cannot be moved are logged, and the other files are moved', async () => {
    await known(60);
    const ids = await orphans(3);
    const { discard } = test.deps.files;
    test.deps.files.discard = async (key, day) => {
      if (key === ids[1]) throw new Error('held by somebody');
      return discard(key, day);
    };
    late = 2 * HOUR;
    expect(await sweepOrphans(test.deps)).toBe(2);
    expect(log.of('warn').map(({ fields }) => fields.file)).toEqual([ids[1]]);
    expect(await trash()).toEqual([ids[0] ?? '', ids[2] ?? ''].sort());
  });
});

describe('the sweep refuses, logs an error and moves no file', () => {
  async function expectRefusal(reason: RegExp) {
    late = 2 * HOUR;
    const before = await storedKeys(test);
    expect(await sweepOrphans(test.deps)).toBe(0);
    expect(await storedKeys(test)).toEqual(before);
    expect(await trash()).toEqual([]);
    expect(log.of('error').map(({ fields }) => String(fields.reason))).toEqual([expect.stringMatching(reason)]);
  }

  it('when the database knows none of the files', async () => {
    await known(3);
    await forgetRows();
    await expectRefusal(/knows none/);
  });

  it('when more than 5 % would go', async () => {
    await known(20);
    await orphans(2);
    await expectRefusal(/more than 5 %/);
  });

  it('when the database was created in this start', async () => {
    await known(1);
    await orphans(1);
    test.deps.installation = { ...test.deps.installation, databaseCreated: true };
    await expectRefusal(/created in this start/);
  });

  it('when the folder has another id, or none', async () => {
    await known(1);
    await orphans(1);
    await writeFile(test.deps.installation.idFile, `${randomUUID()}\n`);
    await expectRefusal(/different installations/);
  });
});

describe('how many files may go at once', () => {
  const rightDatabase = { createdNow: false, sameInstallation: true };
  const refused = (orphans: number, total: number) =>
    sweepRefusal({ orphans, total, known: total - orphans }, rightDatabase) !== null;

  it.each([
    [1, 2, false],
    [2, 40, false],
    [2, 39, true],
    [20, 400, false],
    [21, 1_000_000, true],
    [20, 399, true],
    [1, 1, true],
  ])('%i of %i: refused %s', (orphans, total, expected) => {
    expect(refused(orphans, total)).toBe(expected);
  });
});
