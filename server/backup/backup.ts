import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { PoolConfig } from 'pg';
import { type Snapshot, withSnapshot } from '../db/copy/dump.ts';
import { dataFolder } from '../lib/data-folder.ts';
import { renameDurably, syncFolder } from '../lib/durable.ts';
import type { FileStore } from '../lib/file-store.ts';
import { readIdFile } from '../lib/id-file.ts';
import { keyMark, readKeyFile } from '../lib/key-file.ts';
import { root } from '../lib/root.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup, countingTables, type Step, sumOf } from './check.ts';
import { newCipher } from './cipher.ts';
import { type Copies, createCopies } from './copies.ts';
import { DATA, tablePlaceOf } from './file-list.ts';
import { FORMAT, type Manifest, writeManifest } from './manifest.ts';
import { rowMeter } from './rows.ts';
import { answered, type Cipher, writeStored } from './stored.ts';

/** 3 is zstd's own default. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

export type BackupOptions = {
  dataDir: string;
  /** The stored files. */
  files: Pick<FileStore, 'read' | 'place'>;
  /** A connection that may read. */
  connection: PoolConfig;
  /** The folder that gets a new folder with the back-up. */
  into: string;
  /** The key of the audit trail when it comes from a setting. The back-up then does not hold it. */
  auditKey: Buffer | undefined;
  /** Encrypts the back-up. */
  passphrase: string | undefined;
  /** The moment that its name says; now when left out. */
  at?: Date;
  /** Ends the work soon when it is aborted. */
  stopping?: AbortSignal;
  step: Step;
};

/** `2026-11-25T12-00-00Z`: in UTC, in the order of time, and a name on every file system. */
export const nameAt = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/**
 * Writes a back-up of a running or stopped product into a new folder, reads it back, and gives it its name as the last step.
 * @returns the path of the back-up and what it holds. Throws BackupError or what the system said; then it leaves nothing in `into`.
 */
export async function backUp(options: BackupOptions): Promise<{ folder: string; manifest: Manifest }> {
  const { into, passphrase, at = new Date(), stopping, step } = options;
  const there = await answered(stat(into).catch(() => null));
  if (!there?.isDirectory()) throw new BackupError(`There is no folder ${into}. Make it, or mount its disk, first.`);
  const whole = path.join(into, nameAt(at));
  if (await stat(whole).catch(() => null)) throw new BackupError(`${whole} is there already.`);
  const partial = `${whole}.partial`;
  await answered(mkdir(partial, { mode: 0o700 })).catch((error: Error) => {
    throw new BackupError(`No folder can be made in ${into}: ${error.message}`);
  });
  try {
    const cipher = await newCipher(partial, passphrase);
    const manifest = await fill(partial, options, cipher);
    await checkBackup(partial, manifest, cipher, step, stopping);
    await answered(renameDurably(partial, whole));
    for (const name of (await readdir(into)).filter((each) => each.endsWith('.partial'))) {
      step(`Not whole, and may be deleted when no other back-up is under way: ${path.join(into, name)}`);
    }
    return { folder: whole, manifest };
  } catch (error) {
    // What a disk that doesn't answer keeps is removed before the next one.
    await answered(rm(partial, { recursive: true, force: true })).catch(() => undefined);
    throw error;
  }
}

async function fill(folder: string, options: BackupOptions, cipher: Cipher): Promise<Manifest> {
  await mkdir(path.join(folder, 'tables'), { mode: 0o700 });
  for (const room of ['', 'files', 'mail']) await mkdir(path.join(folder, DATA, room), { mode: 0o700 });
  const copies = createCopies(folder, cipher);
  try {
    return await fillWith(copies, folder, options, cipher);
  } catch (error) {
    copies.abandon();
    throw error;
  }
}

async function fillWith(copies: Copies, folder: string, options: BackupOptions, cipher: Cipher): Promise<Manifest> {
  const { dataDir, connection, auditKey, stopping, step } = options;
  const from = dataFolder(dataDir);
  // Before the snapshot: a trail that is older than its checkpoints counts as cut off.
  await copyCheckpoints(from.checkpoints, copies.add);
  const key = auditKey ?? (await readKeyFile(from.auditKey));
  if (key && !auditKey) await copies.add('audit.key', createReadStream(from.auditKey));
  if (!key) step('There is no key of an audit trail in the data folder, and AUDIT_KEY is not set: keep the key apart.');
  const installation = await readIdFile(from.installationId);
  if (installation) await copies.add('installation.id', createReadStream(from.installationId));

  const dumped = await withSnapshot(connection, async (snapshot) => {
    const { at, postgres, migrations } = snapshot;
    const tables = await writeTables(folder, snapshot, cipher, step, stopping);
    step(`Database: ${tables.length} tables, ${sumOf(tables.map(({ rows }) => rows))} rows`);
    const damaged = await copies.addNamed(options.files, until(stopping, snapshot.files()), step);
    return { at: at.toISOString(), postgres, migrations, tables, positions: await snapshot.positions(), damaged };
  });
  await copyMails(from.mail, copies.add);
  const { damaged, ...database } = dumped;
  const files = { ...(await copies.finish()), damaged };
  step(`Files: ${files.count}`);
  const { version: product } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const audit = { key: key && keyMark(key), kept: Boolean(key && !auditKey) };
  const manifest = { format: FORMAT, product, installation, ...database, audit, files } satisfies Manifest;
  await writeManifest(folder, manifest, cipher);
  for (const room of ['tables', path.join(DATA, 'files'), path.join(DATA, 'mail'), DATA, '']) {
    await syncFolder(path.join(folder, room));
  }
  return manifest;
}

/** The items until the work is to stop; then it throws. */
async function* until<T>(stopping: AbortSignal | undefined, items: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of items) {
    stopping?.throwIfAborted();
    yield item;
  }
}

async function writeTables(
  folder: string,
  snapshot: Snapshot,
  cipher: Cipher,
  step: Step,
  stopping: AbortSignal | undefined,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  const progress = countingTables(step, snapshot.tables.length);
  for (const table of snapshot.tables) {
    stopping?.throwIfAborted();
    const [meter, packed] = [rowMeter(), createZstdCompress(ZSTD)];
    const [stored] = await Promise.all([
      writeStored(tablePlaceOf(folder, table.name), packed, cipher),
      pipeline(snapshot.read(table), meter, packed, { ...(stopping && { signal: stopping }) }),
    ]);
    const counted = meter.result();
    tables.push({ ...table, ...counted, ...stored });
    progress(table.name, counted.rows);
  }
  return tables;
}

type Add = (name: string, source: Readable) => Promise<void>;

/** Copies the complete lines: the app may be writing one. */
async function copyCheckpoints(file: string, add: Add): Promise<void> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return;
  const text = await handle.readFile('utf8').finally(() => handle.close());
  await add('audit-checkpoints.jsonl', Readable.from([Buffer.from(text.slice(0, text.lastIndexOf('\n') + 1))]));
}

/** Copies the mails that are kept as files. They are complete when they have their names. */
async function copyMails(folder: string, add: Add): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const kept = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.eml'));
  for (const name of kept.map(({ name }) => name).sort()) {
    await add(`mail/${name}`, createReadStream(path.join(folder, name)));
  }
}
