import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealEntries } from '../features/audit/seal/seal.service.ts';
import { warnOfMissingFiles } from '../features/files/files.integrity.service.ts';
import { emptyTrash, sweepOrphans } from '../features/files/files.sweep.service.ts';
import { root } from '../lib/root.ts';
import type { Bucket } from '../lib/s3-bucket.ts';
import { anEvent } from '../testing/audit.ts';
import { aRequest, picture, sendPhoto } from '../testing/factories.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { aLog } from '../testing/log.ts';
import { bucketSettings, type Ceph, missingCeph, startCeph } from '../testing/programs/ceph.ts';
import { runCommand } from '../testing/programs/commands.ts';
import { startApp } from '../testing/programs/process.ts';
import { storedKeys, testApp } from '../testing/test-app.ts';

type Statement = { Effect: string; Action: string | string[]; Resource: string };

/** The statements of the policy in docs/INSTALL.md, for a bucket. */
async function documented(bucket: string): Promise<Statement[]> {
  const page = await readFile(path.join(root, 'docs', 'INSTALL.md'), 'utf8');
  const [, policy = ''] = /```json\n(\{[^`]*"s3:PutObject"[^`]*)```/.exec(page) ?? [];
  const { Statement } = JSON.parse(policy.replaceAll('service-desk', bucket)) as { Statement: Statement[] };
  return Statement;
}
const actionsOf = (statement: Statement) => [statement.Action].flat();
const HOUR = 3_600_000;

const reason = missingCeph();

describe.skipIf(reason)(`A key with the policy of docs/INSTALL.md${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let ceph: Ceph;
  let place: string;
  beforeAll(async () => {
    ceph = await startCeph();
    place = await newFastFolder('switchboard-rights-');
  });
  afterAll(async () => {
    await ceph?.stop();
    await rm(place, { recursive: true, force: true });
  });

  /** A bucket with the key of somebody who may do there what the documented policy says, and not one of its actions. */
  async function aBucket(left?: string): Promise<Bucket> {
    const owned = await ceph.newBucket();
    const { name, ...key } = ceph.newUser();
    const Principal = { AWS: [`arn:aws:iam:::user/${name}`] };
    const Resource = [`arn:aws:s3:::${owned.name}`, `arn:aws:s3:::${owned.name}/*`];
    // Refused as well, because who has stored an object may read it without a policy.
    const refused = left ? [{ Effect: 'Deny', Action: left, Resource, Principal }] : [];
    const granted = (await documented(owned.name)).map((statement) => ({ ...statement, Principal }));
    const Statement = [...granted, ...refused];
    const client = new S3Client({ ...owned, credentials: owned, forcePathStyle: true });
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await client.send(new PutBucketPolicyCommand({ Bucket: owned.name, Policy }));
    client.destroy();
    return { ...owned, ...key };
  }

  it('stores, sweeps and erases files, and keeps checkpoints', async () => {
    const { log, of } = aLog();
    let late = 0;
    const settings = { ...bucketSettings(await aBucket()), AUDIT_KEY: randomBytes(32).toString('hex') };
    const test = await testApp({ log, now: () => new Date(Date.now() + late) }, settings);
    expect(await warnOfMissingFiles(test.deps)).toBe(false);
    await aRequest(test, {}, [{ name: 'pole.png', bytes: await picture() }]);
    const keys = await storedKeys(test);
    const orphan = randomUUID();
    await test.deps.files.put(orphan, Buffer.from('x'));
    expect(await test.deps.files.digest(orphan)).toMatchObject({ size: 1 });
    expect(await test.deps.files.read(randomUUID())).toBeNull();
    late = 2 * HOUR;
    expect(await sweepOrphans(test.deps)).toBe(1);
    late = 32 * 24 * HOUR;
    expect(await emptyTrash(test.deps)).toBe(1);
    expect(await storedKeys(test)).toEqual(keys);
    await anEvent(test);
    await sealEntries(test.deps, { last: true });
    await test.deps.checkpointBucket?.copy();
    const { value } = (await (await test.deps.checkpointBucket?.snapshot())?.[Symbol.asyncIterator]().next()) ?? {};
    expect(JSON.parse(value ?? '{}')).toMatchObject({ seq: expect.any(String) });
    expect(of('error')).toEqual([]);
    await test.close();
  });

  it('moves the files of an installation into the bucket and back', async () => {
    const settings = { DATA_DIR: await mkdtemp(path.join(place, 'moved-')), RATE_LIMITS: 'off' };
    const onBucket = { ...settings, ...bucketSettings(await aBucket()) };
    const app = await startApp(settings);
    await sendPhoto(app.url);
    await app.stop();
    const run = async (name: string, ...args: string[]) => {
      const { code, output } = await runCommand(name, args, onBucket);
      expect(code, output).toBe(0);
      return output;
    };
    expect(await run('files-move', '--to', 's3', '--delete')).toContain('2 copied');
    const moved = await startApp(onBucket);
    await sendPhoto(moved.url);
    expect(moved.output()).not.toContain('the key may not');
    expect(await moved.stop()).toBe(0);
    expect(await run('files-verify')).toContain('2 files compared with their rows: 0 damaged');
    expect(await run('files-move', '--to', 'disk', '--delete')).toContain('4 copied');
  });

  it.each(['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'])(
    'without %s does not stop a start, which says so in one line',
    async (left) => {
      const bucket = await aBucket(left);
      expect((await documented(bucket.name)).flatMap(actionsOf)).toContain(left);
      const { log, of } = aLog();
      const test = await testApp({ log }, { ...bucketSettings(bucket), AUDIT_KEY: randomBytes(32).toString('hex') });
      expect(await warnOfMissingFiles(test.deps)).toBe(true);
      expect(of('error').map(({ message }) => message)).toEqual([
        `the key may not do ${left} in the bucket ${bucket.name} at ${bucket.endpoint}: give it the policy of docs/INSTALL.md, "Files in a bucket"`,
      ]);
      await test.close();
    },
  );

  it('names no other action than these four', async () => {
    const allowed = (await documented('x')).filter(({ Effect }) => Effect === 'Allow').flatMap(actionsOf);
    expect(allowed.sort()).toEqual(['s3:DeleteObject', 's3:GetObject', 's3:ListBucket', 's3:PutObject']);
  });
});
