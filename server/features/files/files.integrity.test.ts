import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aRequest, as, type Person, picture } from '#server/testing/factories.ts';
import { aLog } from '#server/testing/log.ts';
import { fetchFile, type TestApp, testApp } from '#server/testing/test-app.ts';
import { warnOfMissingFiles } from './files.integrity.service.ts';

let test: TestApp;
let admin: Person;
let log: ReturnType<typeof aLog>;
beforeEach(async () => {
  log = aLog();
  test = await testApp({ log: log.log });
  admin = await as(test, 'admin');
});
afterEach(() => test.close());

const folder = () => path.join(test.deps.config.dataDir, 'files');

async function aPhoto() {
  const { id } = await aRequest(test, {}, [{ name: 'pole.png', bytes: await picture() }]);
  const { request } = await admin.call(api.requests.get, { params: { id: String(id) } });
  const [file] = request.files;
  if (!file) throw new Error('the photo was not stored');
  return { ...file, request: id };
}
const notes = async () =>
  (await admin.call(api.notifications.list, {})).notifications.filter(({ type }) => type === 'system');

/** Flips one bit in the middle of a stored file. */
async function damage(key: string) {
  const file = path.join(folder(), key);
  const bytes = await readFile(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

describe('a damaged file', () => {
  it('with one wrong bit is never served; the log has an error, and every admin one notification', async () => {
    const photo = await aPhoto();
    const whole = await readFile(path.join(folder(), photo.id));
    await damage(photo.id);
    for (let n = 0; n < 3; n += 1) {
      const answer = await fetchFile(test, photo.file_path);
      expect(answer.status).toBe(500);
      expect(answer.bytes.includes('PNG')).toBe(false);
    }
    expect(log.of('error').map(({ fields }) => [fields.file, fields.damage])).toEqual(
      Array.from({ length: 3 }, () => [photo.id, 'damaged']),
    );
    expect(await notes()).toEqual([
      expect.objectContaining({
        title: 'A stored file is damaged',
        message: expect.stringContaining('pole.png'),
        link: `/dashboard/admin?requestId=${photo.request}`,
      }),
    ]);

    await writeFile(path.join(folder(), photo.id), whole);
    expect((await fetchFile(test, photo.file_path)).status).toBe(200);
    await damage(photo.id);
    expect((await fetchFile(test, photo.file_path)).status).toBe(500);
    expect(await notes()).toHaveLength(2);
  });

  it('that is missing is 404, with the same error and notification', async () => {
    const photo = await aPhoto();
    await rm(path.join(folder(), photo.id));
    expect((await fetchFile(test, photo.file_path)).status).toBe(404);
    expect(log.of('error').map(({ fields }) => fields.damage)).toEqual(['missing']);
    expect(await notes()).toHaveLength(1);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -10)],
    ['zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['empty', () => Buffer.alloc(0)],
  ])('is noticed when its thumbnail is %s', async (_, change) => {
    const photo = await aPhoto();
    const file = path.join(folder(), `${photo.id}.thumbnail`);
    await writeFile(file, change(await readFile(file)));
    for (const times of [1, 2]) {
      expect([times, (await fetchFile(test, photo.thumbnail_path ?? '')).status]).toEqual([times, 500]);
      expect((await fetchFile(test, photo.file_path)).status).toBe(200);
    }
    expect(await notes()).toHaveLength(1);
  });
});

describe('a start', () => {
  it('logs an error when the database names files but the folder has none of them', async () => {
    expect(await warnOfMissingFiles(test.deps)).toBe(false);
    const photo = await aPhoto();
    expect(await warnOfMissingFiles(test.deps)).toBe(false);
    await rm(path.join(folder(), photo.id));
    expect(await warnOfMissingFiles(test.deps)).toBe(true);
    expect(log.of('error').map(({ message }) => message)).toEqual([
      expect.stringMatching(/restore them from the backup/),
    ]);
  });
});
