import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '../../lib/s3-bucket.ts';
import { newFastFolder } from '../fast-folder.ts';
import { missingProgram } from './debian.ts';
import { freePort } from './ports.ts';

/** A small Ceph with its gateway for S3, from Debian's packages. */
const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd'];
const REGION = 'us-east-1';
const GATEWAY = 'client.rgw.x';
const START_MS = 120_000;

const isThere = () => PACKAGES.every((program) => spawnSync(program, ['--version']).status === 0);

/** Installs Ceph when it is missing and this process may. Returns why it cannot be used, or null. */
export const missingCeph = (): string | null => missingProgram('Ceph', isThere, PACKAGES);

const config = (folder: string, cluster: string, ports: { monitor: number; gateway: number }) => `
[global]
fsid = ${cluster}
mon_initial_members = a
mon_host = v2:127.0.0.1:${ports.monitor}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_allow_insecure_global_id_reclaim = false
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
bluestore_block_size = 8589934592
osd_memory_target = 939524096
mon_data_avail_crit = 1
keyring = ${folder}/keyring
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.asok
log_file = ${folder}/$name.log
[${GATEWAY}]
rgw_frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw_enable_apis = s3
`;

export type Ceph = {
  /** Makes an empty bucket. */
  newBucket(): Promise<Bucket>;
  /** Makes a user who has a right on a bucket only when its policy says so, by their name. */
  newUser(): Pick<Bucket, 'accessKeyId' | 'secretAccessKey'> & { name: string };
  /** The gateway takes connections and answers nothing, until `resume`. */
  pause(): void;
  resume(): void;
  /** Kills the gateway: connections are refused. */
  killGateway(): Promise<void>;
  startGateway(): Promise<void>;
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

/** Starts a monitor, a disk in a sparse file, and the gateway. Resolves when the gateway stores objects. */
export async function startCeph(): Promise<Ceph> {
  const folder = await newFastFolder('switchboard-ceph-');
  const ports = { monitor: await freePort(), gateway: await freePort() };
  const file = path.join(folder, 'ceph.conf');
  const keyring = path.join(folder, 'keyring');
  const newKey = () => ({
    accessKeyId: randomBytes(8).toString('hex'),
    secretAccessKey: randomBytes(16).toString('hex'),
  });
  const ownerKey = newKey();
  const running: ChildProcess[] = [];
  const run = (program: string, ...args: string[]) => {
    execFileSync(program, args, { stdio: 'pipe', timeout: START_MS });
  };
  /** Ends with this process, however that ends. */
  const launch = (program: string, ...args: string[]) => {
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', program, '-c', file, '-f', ...args], {
      stdio: 'ignore',
    });
    running.push(child);
    return child;
  };
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const stop = async () => {
    await Promise.all(running.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  const access = {
    endpoint: `http://127.0.0.1:${ports.gateway}`,
    region: REGION,
    ...ownerKey,
  };
  const client = new S3Client({
    endpoint: access.endpoint,
    region: REGION,
    credentials: access,
    forcePathStyle: true,
  });
  let gateway: ChildProcess;
  async function startGateway(): Promise<void> {
    gateway = launch('radosgw', '-n', GATEWAY);
    const late = Date.now() + START_MS;
    const answers = () => fetch(access.endpoint, { signal: AbortSignal.timeout(2_000) }).then(({ ok }) => ok);
    while (!(await answers().catch(() => false))) {
      if (Date.now() > late) throw new Error('radosgw does not answer');
      await wait(100);
    }
  }
  function addUser(name: string, { accessKeyId, secretAccessKey }: ReturnType<typeof newKey>): void {
    const user = [`--uid=${name}`, `--display-name=${name}`, `--access-key=${accessKeyId}`];
    run('radosgw-admin', '-c', file, '-n', GATEWAY, 'user', 'create', ...user, `--secret-key=${secretAccessKey}`);
  }
  function newUser() {
    const user = { name: `user-${randomBytes(6).toString('hex')}`, ...newKey() };
    addUser(user.name, user);
    return user;
  }
  async function newBucket(): Promise<Bucket> {
    const name = `bucket-${randomBytes(6).toString('hex')}`;
    await client.send(new CreateBucketCommand({ Bucket: name }));
    return { ...access, name, prefix: '' };
  }

  try {
    const cluster = randomUUID();
    await writeFile(file, config(folder, cluster, ports));
    for (const room of ['mon', 'osd', 'run', 'rgw']) await mkdir(path.join(folder, room));
    const key = (...args: string[]) => run('ceph-authtool', keyring, '--gen-key', '-n', ...args);
    run('ceph-authtool', '-C', keyring);
    key('mon.', '--cap', 'mon', 'allow *');
    key('client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *');
    key('osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *');
    key(GATEWAY, '--cap', 'mon', 'allow rw', '--cap', 'osd', 'allow rwx');
    const map = path.join(folder, 'monmap');
    run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', `[v2:127.0.0.1:${ports.monitor}]`, map);
    run('ceph-mon', '-c', file, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
    launch('ceph-mon', '-i', 'a');
    const disk = randomUUID();
    run('ceph', '-c', file, 'osd', 'new', disk);
    run('ceph-osd', '-c', file, '-i', '0', '--mkfs', '--osd-uuid', disk);
    launch('ceph-osd', '-i', '0');
    addUser('switchboard', ownerKey);
    await startGateway();
    // The first object makes the gateway's pools, which takes seconds.
    const { name } = await newBucket();
    await client.send(new PutObjectCommand({ Bucket: name, Key: 'first', Body: 'x' }));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    newBucket,
    newUser,
    pause: () => void gateway.kill('SIGSTOP'),
    resume: () => void gateway.kill('SIGCONT'),
    killGateway: () => end(gateway),
    startGateway,
    async stop() {
      client.destroy();
      await stop();
    },
  };
}
