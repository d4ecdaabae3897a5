import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { dataFolder } from '#server/lib/data-folder.ts';
import { startProduct } from '../tools/running-product.ts';
import { type FilledFolder, onDatabase } from './filled-folder.ts';
import type { Load } from './measure.ts';
import { startSite } from './site.ts';
import { type Site, works } from './works.ts';

/** Clients that submit requests while the back-up is made. */
export const WRITERS = 8;
const FILE_BYTES = 300_000;
const ALONE_MS = 5_000;
const LONGEST_SECONDS = 3_600;
/** Far more than the sealing of some seconds takes. */
const SEALED_SECONDS = 120;
const MEGABYTE = 1_000_000;

export type BackupMeasured = {
  /** Of the database, of the stored files and of the back-up, in MB. */
  database: number;
  files: number;
  size: number;
  /** From the command to its end, in seconds: the back-up read back, and the restore with every row compared. */
  backup: number;
  restore: number;
  /** Requests that the clients submitted in a second, before the back-up and meanwhile. */
  rateBefore: number;
  rateMeanwhile: number;
};

const tool = (name: string) => path.join(import.meta.dirname, '..', 'tools', `${name}.ts`);

/** Runs one of the product's commands on a data folder. Returns how many seconds it took. */
async function run(
  name: 'backup' | 'restore' | 'audit-verify' | 'files-verify',
  args: readonly string[],
  dataDir: string,
): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [tool(name), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return (performance.now() - started) / 1000;
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / MEGABYTE;
}

/** Stores the content of the newest `count` files of a filled folder, which has none, and forgets the others. Returns the size of its database. */
const storeFiles = (dataDir: string, count: number): Promise<number> =>
  onDatabase(dataDir, async (db) => {
    const room = dataFolder(dataDir).files;
    await mkdir(room, { recursive: true, mode: 0o700 });
    const newest = await db.selectFrom('files').select('id').orderBy('created_at', 'desc').limit(count).execute();
    const ids = newest.map(({ id }) => id);
    // Without it, each deletion looks through all evidence for a signature.
    await sql`create index on request_evidence (signature_id)`.execute(db);
    await sql`delete from files where id <> all(${ids}::uuid[])`.execute(db);
    for (const id of ids) {
      const content = randomBytes(FILE_BYTES);
      await writeFile(path.join(room, id), content);
      const sha256 = createHash('sha256').update(content).digest();
      const columns = { file_size: FILE_BYTES, sha256, has_thumbnail: false };
      await db.updateTable('files').set(columns).where('id', '=', id).execute();
    }
    await sql`vacuum full files`.execute(db);
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database())::float8 as bytes`.execute(db);
    return (rows[0]?.bytes ?? 0) / MEGABYTE;
  });

/** Clients that submit requests until they are stopped. `stop` returns how many a second were answered. */
function startWriters(load: Load) {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const writers = autocannon({ ...load, connections: WRITERS, duration: LONGEST_SECONDS }, (error, result) =>
    error ? reject(error) : resolve(result),
  );
  return {
    async stop() {
      writers.stop();
      const { requests, non2xx, errors } = await promise;
      if (non2xx || errors) throw new Error(`${non2xx + errors} submissions beside the back-up failed`);
      return requests.mean;
    },
  };
}

/** Verifies the trail and the files of a restored folder beside the product, which first seals the last entries of the back-up. */
async function verify(dataDir: string, port: number): Promise<void> {
  const product = await startProduct('start', { PORT: String(port), DATA_DIR: dataDir });
  const isReady = async () => {
    const { status } = (await (await fetch(`${product.origin}/api/ready`)).json()) as { status?: string };
    return status === 'ready';
  };
  try {
    for (let tries = 0; !(await isReady()); tries += 1) {
      if (tries === SEALED_SECONDS) throw new Error('the restored product does not seal its trail');
      await setTimeout(1_000);
    }
    await run('audit-verify', [], dataDir);
    await run('files-verify', [], dataDir);
  } finally {
    await product.stop();
  }
}

/**
 * Makes a back-up of a running product while clients write, restores it into an empty folder, and verifies the trail and the files there.
 * @param filled is copied, because the copy gets stored files
 * @param files how many
 */
export async function measureBackup(filled: FilledFolder, files: number, port: number): Promise<BackupMeasured> {
  const create = works.find(({ name }) => name === 'create');
  if (!create) throw new Error('the load that creates is missing');
  const scratch = await mkdtemp(path.join(tmpdir(), 'switchboard-bench-backup-'));
  const [dataDir, into] = [path.join(scratch, 'data'), path.join(scratch, 'backups')];
  try {
    // With owners and times, as PostgreSQL needs its files.
    execFileSync('cp', ['-a', filled.dataDir, dataDir]);
    await mkdir(into);
    const database = await storeFiles(dataDir, files);
    const site = await startSite(dataDir, port);
    const measured = async () => {
      const load = create.ours({ ...site, ...filled, token: '' } satisfies Site);
      const alone = startWriters(load);
      await setTimeout(ALONE_MS);
      const rateBefore = await alone.stop();
      const writers = startWriters(load);
      const backup = await run('backup', [into], dataDir).finally(writers.stop);
      return { rateBefore, backup, rateMeanwhile: await writers.stop() };
    };
    const rates = await measured().finally(() => site[Symbol.asyncDispose]());
    const [name = ''] = await readdir(into);
    const restored = path.join(scratch, 'restored');
    const restore = await run('restore', [path.join(into, name)], restored);
    await verify(restored, port);
    const sizes = { database, files: (files * FILE_BYTES) / MEGABYTE, size: await sizeOf(path.join(into, name)) };
    return { ...sizes, ...rates, restore };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
