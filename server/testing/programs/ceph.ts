import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '../../lib/s3-bucket.ts';
import { newFastFolder } from '../fast-folder.ts';
import { missingProgram } from './debian.ts';
import { freePort } from './ports.ts';

/** The bucket that `deploy/compose.yaml` can run: a small Ceph with its gateway for S3, from Debian's packages. */
const START = path.join(import.meta.dirname, '../../../deploy/bucket/start.sh');
const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd', 'curl'];
const REGION = 'us-east-1';
const GATEWAY = 'client.rgw.switchboard';
const START_MS = 120_000;

const isThere = () => PACKAGES.every((program) => spawnSync(program, ['--version']).status === 0);

/** Installs Ceph when it is missing and this process may. Returns why it cannot be used, or null. */
export const missingCeph = (): string | null => missingProgram('Ceph', isThere, PACKAGES);

export type Ceph = {
  /** Makes an empty bucket. */
  newBucket(): Promise<Bucket>;
  /** Makes a user who has a right on a bucket only when its policy says so, by their name. */
  newUser(): Pick<Bucket, 'accessKeyId' | 'secretAccessKey'> & { name: string };
  /** The gateway takes connections and answers nothing, until `resume`. */
  pause(): void;
  resume(): void;
  /** Kills what answers for the bucket, and the rest ends with it: connections are refused until `start`. */
  kill(): Promise<void>;
  /** Starts it again, with what it has stored. */
  start(): Promise<void>;
  /** Ends everything, and removes its folder. */
  stop(): Promise<void>;
};

/** The settings of a product that keeps its files in a bucket. */
export const bucketSettings = (bucket: Bucket): Record<string, string> => ({
  S3_ENDPOINT: bucket.endpoint,
  S3_REGION: bucket.region,
  S3_BUCKET: bucket.name,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  S3_PREFIX: bucket.prefix.replace(/\/$/, ''),
});

/** The id of the program that answers for the bucket, which the script runs. */
function gatewayOf(script: ChildProcess): number {
  const children = readFileSync(`/proc/${script.pid}/task/${script.pid}/children`, 'utf8').trim().split(' ');
  const gateway = children.find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'radosgw');
  if (!gateway) throw new Error('radosgw does not run');
  return Number(gateway);
}

/** Starts the bucket of `deploy/bucket` on this machine. Resolves when it stores objects. */
export async function startCeph(): Promise<Ceph> {
  const folder = await newFastFolder('switchboard-ceph-');
  const port = await freePort();
  const newKey = () => ({
    accessKeyId: randomBytes(8).toString('hex'),
    secretAccessKey: randomBytes(16).toString('hex'),
  });
  const access = { endpoint: `http://127.0.0.1:${port}`, region: REGION, ...newKey() };
  const env = {
    ...process.env,
    S3_BUCKET: 'first',
    S3_ACCESS_KEY_ID: access.accessKeyId,
    S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    BUCKET_HOME: folder,
    BUCKET_SIZE: String(8 * 1024 ** 3),
    BUCKET_ADDRESS: '127.0.0.1',
    BUCKET_PORT: String(port),
    BUCKET_MONITOR_PORT: String(await freePort()),
  };
  const client = new S3Client({
    endpoint: access.endpoint,
    region: REGION,
    credentials: access,
    forcePathStyle: true,
  });
  let script: ChildProcess | undefined;
  async function start(): Promise<void> {
    // It ends what it runs when this process ends, however that ends.
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', START], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    script = child;
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('The bucket first is ready')) {
        child.stdout.resume();
        return;
      }
    }
    throw new Error('the bucket does not start');
  }
  async function ended(): Promise<void> {
    if (script && script.exitCode === null && script.signalCode === null) await once(script, 'exit');
  }
  const stop = async () => {
    script?.kill('SIGTERM');
    await ended();
    await rm(folder, { recursive: true, force: true });
  };
  const signal = (name: NodeJS.Signals) => {
    if (!script) throw new Error('the bucket does not run');
    process.kill(gatewayOf(script), name);
  };
  function newUser() {
    const user = { name: `user-${randomBytes(6).toString('hex')}`, ...newKey() };
    const keys = [`--access-key=${user.accessKeyId}`, `--secret-key=${user.secretAccessKey}`];
    const args = ['user', 'create', `--uid=${user.name}`, `--display-name=${user.name}`, ...keys];
    execFileSync('radosgw-admin', ['-c', path.join(folder, 'ceph.conf'), '-n', GATEWAY, ...args], {
      stdio: 'pipe',
      timeout: START_MS,
    });
    return user;
  }
  async function newBucket(): Promise<Bucket> {
    const name = `bucket-${randomBytes(6).toString('hex')}`;
    await client.send(new CreateBucketCommand({ Bucket: name }));
    return { ...access, name, prefix: '' };
  }

  try {
    await start();
    // The first object makes pools, which takes seconds.
    await client.send(new PutObjectCommand({ Bucket: 'first', Key: 'first', Body: 'x' }));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    newBucket,
    newUser,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async kill() {
      signal('SIGKILL');
      await ended();
    },
    start,
    async stop() {
      client.destroy();
      await stop();
    },
  };
}
