import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutUnseen } from '#contract/audit-verdict.ts';
import { openBucketLines } from '#server/lib/s3-lines.ts';
import { anEvent, removeNewest } from '#server/testing/audit.ts';
import { databaseSettings } from '#server/testing/databases.ts';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { aLog } from '#server/testing/log.ts';
import { bucketSettings, type Ceph, missingCeph, startCeph } from '#server/testing/programs/ceph.ts';
import { runCommand } from '#server/testing/programs/commands.ts';
import { storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';
import { verifyTrail } from '../verify/verify.service.ts';
import { checkpointFolder, openCheckpointBucket } from './copies.service.ts';
import { sealEntries } from './seal.service.ts';

const reason = missingCeph();

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}
const seqOf = (line: string) => Number(JSON.parse(line).seq);

describe.skipIf(reason)(`Checkpoints in the bucket${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let ceph: Ceph;
  let place: string;
  beforeAll(async () => {
    ceph = await startCeph();
    place = await newFastFolder('switchboard-copies-');
  });
  afterAll(async () => {
    await ceph?.stop();
    await rm(place, { recursive: true, force: true });
  });
  const newFolder = () => mkdtemp(path.join(place, 'folder-'));
  const newSettings = async () => ({
    ...bucketSettings(await ceph.newBucket()),
    AUDIT_KEY: randomBytes(32).toString('hex'),
  });
  async function linesIn(test: TestApp): Promise<string[]> {
    const lines = await test.deps.checkpointBucket?.snapshot();
    return lines ? all(lines) : [];
  }
  const linesOf = async (test: TestApp) => (await readFile(test.deps.checkpoints.path, 'utf8')).trimEnd().split('\n');
  /** Adds an event, and seals it with a checkpoint. */
  async function seal(test: TestApp): Promise<void> {
    await anEvent(test);
    await sealEntries(test.deps, { last: true });
  }

  it('of two machines are one list in the order of the seals, which a machine without any verifies', async () => {
    const settings = await newSettings();
    const first = await testApp({}, settings);
    const second = await testApp({}, { ...settings, DATA_DIR: await newFolder() }, { join: first });
    for (const test of [first, second, second, first]) await seal(test);
    const written = [...(await linesOf(first)), ...(await linesOf(second))];
    for (const test of [first, second]) {
      const lines = await linesIn(test);
      // Each machine's first checkpoint is of the seal that it finds.
      expect(lines.map(seqOf)).toEqual([1, 1, 2, 3, 4]);
      expect([...lines].sort()).toEqual([...written].sort());
      expect(await verifyTrail(test.deps)).toMatchObject({ broken: null, second_place: true, sealed: 4 });
      expect(await storedKeys(test), 'are no files').toEqual(['installation.id']);
    }
    const env = { ...settings, ...databaseSettings(first.shared.database), DATA_DIR: await newFolder() };
    const { code, output } = await runCommand('audit-verify', [], env);
    expect(code, output).toBe(0);
    expect(output).not.toContain(cutUnseen);
    await second.close();
    await first.close();
  });

  it('reveal that the end was cut off when nothing but the bucket is left, and stop the sealing of every machine', async () => {
    const settings = await newSettings();
    const test = await testApp({}, settings, { asOwner: true });
    for (let nth = 0; nth < 3; nth += 1) await seal(test);
    await removeNewest(test);
    await rm(test.deps.checkpoints.path);
    const alone = await verifyTrail({ ...test.deps, checkpointBucket: null });
    expect(alone).toMatchObject({ broken: null, second_place: false });
    const { broken } = await verifyTrail(test.deps);
    expect(broken).toMatchObject({ kind: 'checkpoint_mismatch', seq: '3' });
    expect(broken?.message).toMatch(/The end was cut off.*in the second place knows seal 3/);
    const other = await testApp({}, { ...settings, DATA_DIR: await newFolder() }, { join: test });
    await other.deps.checkpointBucket?.copy();
    for (const instance of [test, other]) {
      await expect(sealEntries(instance.deps)).rejects.toThrow('which the database does not hold any more');
    }
    await other.close();
    await test.close();
  });

  it('stay although somebody with the key of the machines writes over them, and with the policy of docs/INSTALL.md cannot delete them', async () => {
    const settings = await newSettings();
    const test = await testApp({}, settings);
    const { bucket } = test.deps.config;
    if (!bucket) throw new Error('no bucket');
    const Bucket = bucket.name;
    const client = new S3Client({ ...bucket, credentials: bucket, forcePathStyle: true });
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 's3:DeleteObject',
          Resource: `arn:aws:s3:::${Bucket}/checkpoints/*`,
        },
      ],
    });
    await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
    for (let nth = 0; nth < 2; nth += 1) await seal(test);
    const lines = await linesIn(test);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'checkpoints/' }));
    expect(Contents).toHaveLength(lines.length);
    for (const { Key } of Contents) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'nothing' }));
      const deletion = client.send(new DeleteObjectCommand({ Bucket, Key }));
      await expect(deletion).rejects.toMatchObject({ name: 'AccessDenied' });
    }
    expect(await linesIn(test)).toEqual(lines);
    expect((await verifyTrail(test.deps)).broken).toBeNull();
    client.destroy();
    await test.close();
  });

  it('that were edited are found', async () => {
    const settings = await newSettings();
    const test = await testApp({}, settings);
    await seal(test);
    const [line = ''] = await linesIn(test);
    const { bucket, patience } = test.deps.config;
    if (!bucket) throw new Error('no bucket');
    const folder = checkpointFolder(test.deps.auditKey);
    const lines = await openBucketLines(bucket, folder, { silenceMs: patience.storeMs });
    await lines.put(2n, line.replace('"seq":"1"', '"seq":"2"'));
    await anEvent(test);
    await sealEntries(test.deps);
    const { broken } = await verifyTrail(test.deps);
    expect(broken).toMatchObject({
      kind: 'checkpoint_altered',
      message: expect.stringContaining('in the second place'),
    });
    await test.close();
  });

  it('of what came after a back-up are named by its restore', async () => {
    const settings = await newSettings();
    const test = await testApp({}, settings);
    await seal(test);
    const into = await newFolder();
    const here = { ...settings, ...databaseSettings(test.shared.database), DATA_DIR: test.shared.folder };
    const backup = await runCommand('backup', [into], here);
    expect(backup.code, backup.output).toBe(0);
    const from = path.join(into, (await readdir(into))[0] ?? '');
    // What an operator has done who emptied the bucket but for the checkpoints, which cannot be deleted.
    await test.deps.files.discard('installation.id', '2026-11-27');
    expect(await storedKeys(test)).toEqual([]);
    const restored = async () => {
      const { code, output } = await runCommand('restore', [from], { ...settings, DATA_DIR: await newFolder() });
      expect(code, output).toBe(0);
      return output;
    };
    expect(await restored()).not.toContain('Checkpoints of what came after');
    await seal(test);
    expect(await restored()).toMatch(
      /Checkpoints of what came after the back-up are in checkpoints\/.* of the bucket .* Move those objects away and keep them/,
    );
    await test.close();
  });

  it('lie in folders of ten thousand seals, and a later line is in no earlier snapshot', async () => {
    const bucket = { ...(await ceph.newBucket()), prefix: 'service/desk/' };
    const open = () => openBucketLines(bucket, 'lines/', { silenceMs: 60_000 });
    const lines = await open();
    expect(await lines.newest()).toBeNull();
    expect(await all(await lines.snapshot())).toEqual([]);
    for (const number of [123_456n, 9_999n, 10_000n, 1n, 10_000n]) await lines.put(number, `line ${number}`);
    const snapshot = await lines.snapshot();
    await lines.put(123_457n, 'a later line');
    const known = ['line 1', 'line 9999', 'line 10000', 'line 123456'];
    expect(await all(snapshot)).toEqual(known);
    for (const one of [lines, await open()]) expect(await one.newest()).toBe('a later line');
  });

  // Last: after a kill, the gateway waits half a minute for its dead twin before it makes a bucket.
  it('delay nothing while the bucket is away, and are copied afterwards, also by a later process', async () => {
    const settings = await newSettings();
    const { log, of } = aLog();
    const test = await testApp({}, settings);
    const { config, auditKey, checkpoints } = test.deps;
    test.deps.checkpointBucket = await openCheckpointBucket(config, { auditKey, checkpoints, log });
    const machine = { ...settings, DATA_DIR: await newFolder() };
    const before = await testApp({}, machine, { join: test });
    await seal(test);
    await ceph.kill();
    try {
      for (const instance of [test, before, test]) await seal(instance);
      await before.close();
      expect((await linesOf(test)).length).toBe(3);
      const told = () => of('error').filter(({ message }) => message.includes('could not be copied'));
      expect(told()).toHaveLength(1);
      expect(told()[0]?.fields.reason).toContain('ECONNREFUSED');
      await expect(verifyTrail(test.deps)).rejects.toThrow(
        /^the checkpoints in the bucket .* cannot be read: .*ECONNREFUSED/,
      );
    } finally {
      await ceph.start();
    }
    await test.deps.checkpointBucket?.copy();
    expect(await linesIn(test)).toEqual(await linesOf(test));
    expect(of('info').at(-1)?.message).toBe('the checkpoints of the audit trail are copied to the bucket again');
    const after = await testApp({}, machine, { join: test });
    await after.deps.checkpointBucket?.copy();
    expect([...new Set((await linesIn(test)).map(seqOf))]).toEqual([1, 2, 3, 4]);
    expect((await verifyTrail(after.deps)).broken).toBeNull();
    await after.close();
    await test.close();
  });
});
