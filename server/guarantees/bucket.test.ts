import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { databaseIdOf, InstallationMismatch } from '../db/installation.ts';
import { warnOfMissingFiles } from '../features/files/files.integrity.service.ts';
import { emptyTrash, sweepOrphans } from '../features/files/files.sweep.service.ts';
import { type FileStore, fileIdOf } from '../lib/file-store.ts';
import type { Bucket } from '../lib/s3-bucket.ts';
import { createS3FileStore } from '../lib/s3-file-store.ts';
import { anAssignedRequest, aRequest, picture, sendPhoto, submission } from '../testing/factories.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { describeFileStore } from '../testing/file-store-contract.ts';
import { aLog } from '../testing/log.ts';
import { aSignedInUser } from '../testing/people.ts';
import { bucketSettings, type Ceph, missingCeph, startCeph } from '../testing/programs/ceph.ts';
import { runCommand } from '../testing/programs/commands.ts';
import { BUILT, startApp } from '../testing/programs/process.ts';
import { fetchFile, storedKeys, type TestApp, testApp } from '../testing/test-app.ts';

const HOUR = 3_600_000;
const SILENCE_MS = 1_000;
const LONG_MS = 60_000;

const reason = missingCeph();
const title = `Files in a bucket of Ceph${reason ? ` (skipped: ${reason})` : ''}`;

describe.skipIf(reason)(title, () => {
  let ceph: Ceph;
  let place: string;
  beforeAll(async () => {
    ceph = await startCeph();
    place = await newFastFolder('switchboard-bucket-');
  });
  afterAll(async () => {
    await ceph?.stop();
    await rm(place, { recursive: true, force: true });
  });
  const newFolder = () => mkdtemp(path.join(place, 'folder-'));

  describe('The store', () => {
    let bucket: Bucket;
    let folder: string;
    let store: FileStore;
    beforeAll(async () => {
      bucket = { ...(await ceph.newBucket()), prefix: 'service/desk/' };
      folder = await newFolder();
      store = await createS3FileStore(folder, bucket, { silenceMs: LONG_MS });
    });
    describeFileStore('In a bucket', () => ({ store, folder }));

    it('refuses bytes that are not those of the draft', async () => {
      const draft = await store.draft((to) => writeFile(to, 'lamp'));
      await expect(store.keep('torn', { ...draft, sha256: randomBytes(32) })).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(await store.read('torn')).toBeNull();
      await store.drop([draft]);
    });

    it('lists more files than one page of the service, and none of another prefix', async () => {
      const many = await createS3FileStore(folder, { ...bucket, prefix: 'many/' }, { silenceMs: LONG_MS });
      const ids = Array.from({ length: 1_005 }, (_, n) => `key-${n}`).sort();
      for (let from = 0; from < ids.length; from += 50) {
        await Promise.all(ids.slice(from, from + 50).map((id) => many.put(id, Buffer.from('x'))));
      }
      const found: string[] = [];
      for await (const { key } of many.list()) found.push(key);
      expect(found.sort()).toEqual(ids);
    });

    it.each([
      ['a wrong secret', { secretAccessKey: 'not-the-secret' }, /SignatureDoesNotMatch/],
      ['no such bucket', { name: 'no-such-bucket' }, /NoSuchBucket/],
      ['nobody at the address', { endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
    ])(
      'with %s refuses each call as unavailable, with the reason for the log and without the secret',
      async (_, change, why) => {
        const other = await createS3FileStore(folder, { ...bucket, ...change }, { silenceMs: LONG_MS });
        for (const call of [
          () => other.read('key'),
          () => other.put('key', Buffer.from('x')),
          () => other.digest('key'),
        ]) {
          const error = await call().then(
            () => new Error('it was not refused'),
            (refused: Error) => refused,
          );
          expect(error).toMatchObject({ code: 'unavailable', cause: { message: expect.stringMatching(why) } });
          const { secretAccessKey } = { ...bucket, ...change };
          expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secretAccessKey);
        }
        expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
      },
    );

    it('reads a file to its end when the service leaves meanwhile', async () => {
      const large = randomBytes(3_000_000);
      await store.put('large', large);
      const stream = await store.read('large');
      await ceph.kill();
      try {
        expect((await buffer(stream ?? Readable.from([]))).equals(large)).toBe(true);
      } finally {
        await ceph.start();
      }
      expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
    });

    it('gives up on a service that takes connections and stays silent, and works when it is back', async () => {
      const hasty = await createS3FileStore(folder, bucket, { silenceMs: SILENCE_MS });
      await hasty.put('patient', Buffer.from('x'));
      ceph.pause();
      try {
        await expect(hasty.read('patient')).rejects.toMatchObject({ code: 'unavailable' });
        await expect(hasty.put('late', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
      } finally {
        ceph.resume();
      }
      expect(await store.digest('patient')).toMatchObject({ size: 1 });
    });
  });

  describe('Two instances with a data folder each', () => {
    const AUDIT_KEY = randomBytes(32).toString('hex');
    let bucket: Bucket;
    let settings: Record<string, string>;
    let a: TestApp;
    let b: TestApp;
    let late = 0;
    const now = () => new Date(Date.now() + late);
    const logged = aLog();
    beforeAll(async () => {
      bucket = await ceph.newBucket();
      settings = { ...bucketSettings(bucket), AUDIT_KEY };
      a = await testApp({ now, log: logged.log }, settings);
      b = await testApp({ now }, { ...settings, DATA_DIR: await newFolder() }, { join: a });
    });
    afterAll(async () => {
      await b.close();
      await a.close();
    });
    const photo = async () => ({ name: 'pole.png', bytes: await picture() });
    const drafts = (test: TestApp) => readdir(path.join(test.deps.config.dataDir, 'files', 'incoming'));
    async function aPhotoPath(): Promise<string> {
      const admin = await aSignedInUser(a, 'admin');
      const technician = await aSignedInUser(a, 'technician');
      const params = { id: String((await anAssignedRequest(a, admin, technician)).id) };
      const body = { status: 'in_progress' as const };
      await technician.call(api.requests.updateWithFiles, { params, body, files: [await photo()] });
      const { request } = await b.caller(admin.token).call(api.requests.get, { params });
      return request.files[0]?.file_path ?? '';
    }

    it('serve each other’s photos, and keep none in their folders', async () => {
      expect(b.deps.config.dataDir).not.toBe(a.deps.config.dataDir);
      const shown = await aPhotoPath();
      for (const test of [a, b]) {
        expect(await fetchFile(test, shown)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
        expect(await readdir(path.join(test.deps.config.dataDir, 'files'))).toEqual(['incoming']);
        expect(await drafts(test)).toEqual([]);
      }
    });

    it('refuse what needs files with 503 while the bucket is away, leave nothing half-written, and do all else', async () => {
      const shown = await aPhotoPath();
      const keys = await storedKeys(a);
      const rows = async () => ({
        requests: (await a.deps.db.selectFrom('requests').select('id').execute()).length,
        files: (await a.deps.db.selectFrom('files').select('id').execute()).length,
      });
      const before = await rows();
      const send = async (files: object) =>
        a.caller().attempt(api.requests.create, { body: submission(), ...files, idempotencyKey: key });
      let key = randomUUID();
      await ceph.kill();
      try {
        const refused = await send({ files: [await photo()] });
        expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
        expect(refused.body.message).toMatch(/^Files cannot be stored or shown right now/);
        expect(await rows()).toEqual(before);
        expect(await drafts(a)).toEqual([]);
        expect((await fetchFile(b, shown)).status).toBe(503);
        expect((await a.caller().attempt(api.system.ready)).status).toBe(200);
        key = randomUUID();
        expect((await send({})).status).toBe(201);
        await (await testApp({}, { ...settings, DATA_DIR: await newFolder() }, { join: a })).close();
        expect(await warnOfMissingFiles(a.deps)).toBe(true);
        expect(logged.of('error').at(-1)?.message).toBe(
          `the bucket ${bucket.name} at ${bucket.endpoint} cannot be reached: files are refused with 503 until it can`,
        );
      } finally {
        await ceph.start();
      }
      expect(await storedKeys(a)).toEqual(keys);
      key = randomUUID();
      expect((await send({ files: [await photo()] })).status).toBe(201);
      expect((await fetchFile(b, shown)).status).toBe(200);
      expect(await rows()).toEqual({ requests: before.requests + 2, files: before.files + 1 });
      expect(await warnOfMissingFiles(a.deps)).toBe(false);
    });

    it('sweep files without a row to the trash, and take back one that has a row again', async () => {
      const orphan = randomUUID();
      await a.deps.files.put(orphan, Buffer.from('x'));
      await aRequest(a, {}, [await photo()]);
      const row = await a.deps.db.selectFrom('files').selectAll().limit(1).executeTakeFirstOrThrow();
      expect(await sweepOrphans(b.deps)).toBe(0);
      late = 2 * HOUR;
      expect(await sweepOrphans(b.deps)).toBe(1);
      expect(await storedKeys(a)).not.toContain(orphan);
      await b.deps.files.discard(row.id, '2026-11-21');
      expect(await emptyTrash(a.deps)).toBe(0);
      expect(await storedKeys(a)).toContain(row.id);
      late = 32 * 24 * HOUR;
      expect(await emptyTrash(a.deps)).toBe(1);
      late = 0;
    });

    it('do not sweep a bucket that another installation has taken', async () => {
      await a.deps.files.put(randomUUID(), Buffer.from('x'));
      await a.deps.files.claim(randomUUID(), true);
      late = 2 * HOUR;
      const keys = await storedKeys(a);
      expect(await sweepOrphans(a.deps)).toBe(0);
      expect(logged.of('error').at(-1)?.fields.reason).toMatch(/different installations/);
      expect(await storedKeys(a)).toEqual(keys);
      await expect(testApp({}, bucketSettings(bucket), { join: a })).rejects.toThrow(InstallationMismatch);
      await a.deps.files.claim((await databaseIdOf(a.deps.db)) ?? '', true);
      late = 0;
    });

    it('and a third one that has lost the settings of the bucket says where it looks for the photos', async () => {
      const { log, of } = aLog();
      const third = await testApp({ log }, { AUDIT_KEY, DATA_DIR: await newFolder() }, { join: a });
      try {
        expect(await warnOfMissingFiles(third.deps)).toBe(true);
        expect(of('error').at(-1)?.message).toContain('npm run files:move');
      } finally {
        await third.close();
      }
    });
  });

  it('The commands move a running product’s files into a bucket, verify, back up, restore and move them back', async () => {
    const [bucket, other] = [await ceph.newBucket(), await ceph.newBucket()];
    const [into, back] = [await newFolder(), path.join(await newFolder(), 'back')];
    const settings = { DATA_DIR: await newFolder(), RATE_LIMITS: 'off' };
    const onBucket = { ...settings, ...bucketSettings(bucket) };
    const stored = await createS3FileStore(await newFolder(), bucket, { silenceMs: LONG_MS });
    const onDisk = async () =>
      (await readdir(path.join(settings.DATA_DIR, 'files'))).filter((name) => fileIdOf(name)).sort();
    const inBucket = async () => (await storedKeys({ deps: { files: stored } })).filter((name) => fileIdOf(name));
    const run = async (name: string, args: string[], env: Record<string, string>, code = 0) => {
      const ended = await runCommand(name, args, env);
      expect(ended.code, ended.output).toBe(code);
      return ended.output;
    };
    const first = await startApp(settings);
    for (const _ of [1, 2]) await sendPhoto(first.url);
    const keys = await onDisk();
    const moved = await run('files-move', ['--to', 's3'], onBucket);
    expect(moved).toContain('2 files compared with their rows: 4 copied');
    expect(moved).toContain('Nothing was deleted. Next: set S3_ENDPOINT');
    expect([await onDisk(), await inBucket()]).toEqual([keys, keys]);
    // As after a run that was cut off.
    await stored.discard(keys[0] ?? '', '2026-11-21');
    expect(await run('files-move', ['--to', 's3'], onBucket)).toContain('1 copied');
    await stored.erase(keys[0] ?? '', '2026-11-21');
    await sendPhoto(first.url);
    await first.stop();

    const second = await startApp(onBucket, BUILT);
    await sendPhoto(second.url);
    expect(await run('files-move', ['--to', 's3', '--delete'], onBucket)).toContain('2 copied');
    expect([await onDisk(), (await inBucket()).length]).toEqual([[], 8]);
    expect(await run('files-verify', [], onBucket)).toContain('4 files compared with their rows: 0 damaged');

    const whole = /whole: (\S+)/.exec(await run('backup', [into], onBucket))?.[1] ?? '';
    const target = { DATA_DIR: back, ...bucketSettings(bucket) };
    expect(await run('restore', [whole], target, 1)).toContain('There are files already in the bucket');
    expect(await inBucket()).toHaveLength(8);
    await run('restore', [whole], { ...target, ...bucketSettings(other) });
    expect(await run('files-verify', [], { ...target, ...bucketSettings(other) })).toContain(
      '4 files compared with their rows: 0',
    );

    const [lost = ''] = keys;
    await stored.put(lost, Buffer.from('not the photo'));
    expect(await run('files-verify', [], onBucket, 1)).toContain(`DAMAGED: ${lost}`);
    expect(await run('files-move', ['--to', 'disk', '--delete'], onBucket, 1)).toContain(`DAMAGED: ${lost}`);
    expect(await inBucket()).toEqual([lost]);
    expect(await onDisk()).toHaveLength(7);
    await second.stop();
  });
});
