import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolConfig } from 'pg';
import { isEmpty, load } from '../db/copy/load.ts';
import { prepareDatabase } from '../db/prepare.ts';
import { dataFolder } from '../lib/data-folder.ts';
import { utcDay } from '../lib/days.ts';
import { syncFolder } from '../lib/durable.ts';
import type { FileStore } from '../lib/file-store.ts';
import { keyMark, readKeyFile } from '../lib/key-file.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup, counting, countingTables, filesOf, rowsIn, type Step, sumOf } from './check.ts';
import { openCipher } from './cipher.ts';
import { eachOf } from './each-of.ts';
import { placeOf } from './file-list.ts';
import { type Manifest, readManifest, refuseForeignMigrations } from './manifest.ts';
import { rowMeter } from './rows.ts';
import { type Cipher, plain, readStored, writeStored } from './stored.ts';

/** What a freshly mounted disk has. */
const NO_DATA = ['lost+found'];

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

export type RestoreOptions = {
  /** The folder of one back-up. */
  from: string;
  dataDir: string;
  /** Opens the place of the stored files, which must be empty, when all else is checked. */
  openFiles(): Promise<FileStore>;
  /** Opens the database that is filled; called when all else is checked and the files are in place. */
  openDatabase(): Promise<{ connection: PoolConfig; owner: PoolConfig; stop(): Promise<void> }>;
  /** The database of DATABASE_URL as its owner, to see beforehand that it is empty; null for the embedded one. */
  named: PoolConfig | null;
  /** The key of the audit trail when it comes from a setting. */
  auditKey: Buffer | undefined;
  passphrase: string | undefined;
  step: Step;
};

/**
 * Fills an empty installation from a back-up, after every hash in it was checked, and brings it to this version's schema.
 * @throws BackupError when the target is not empty, or the back-up is damaged, too new or lacks its key; nothing is written then.
 * What fails later leaves the data folder as empty as it was.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { from, dataDir, named, passphrase, step } = options;
  const cipher = await openCipher(from, passphrase);
  const manifest = await readManifest(from, cipher);
  await refuseForeignMigrations(manifest);
  await refuseUsed(dataDir);
  if (named && !(await isEmpty(named))) {
    throw new BackupError(
      'The database at DATABASE_URL has tables already. A restore takes an empty one, and changes no other.',
    );
  }
  if (
    manifest.audit.key &&
    !manifest.audit.kept &&
    (!options.auditKey || keyMark(options.auditKey) !== manifest.audit.key)
  ) {
    throw new BackupError(
      'The audit trail of the back-up was sealed with an AUDIT_KEY that it does not hold. Set the same AUDIT_KEY.',
    );
  }
  await checkBackup(from, manifest, cipher, step);
  await claimFolder(dataDir);
  let filled: FileStore | null = null;
  try {
    const files = await options.openFiles();
    for await (const { key } of files.list()) {
      throw new BackupError(
        `There are files already in ${files.place}, such as ${key}. A restore takes an empty place.`,
      );
    }
    filled = files;
    await write(manifest, options, files, cipher);
    return manifest;
  } catch (error) {
    // All that is there now is from here.
    if (filled) await clear(filled, step);
    for (const name of await namesIn(dataDir)) {
      if (!NO_DATA.includes(name)) await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
    throw error;
  }
}

async function refuseUsed(dataDir: string): Promise<void> {
  const found = await namesIn(dataDir);
  if (found.every((name) => NO_DATA.includes(name))) return;
  throw new BackupError(
    found.includes('restore.unfinished')
      ? `A restore into ${dataDir} was cut off. Remove what is in that folder, and restore again.`
      : `The data folder ${dataDir} is not empty. A restore takes an empty one, and changes no other: set DATA_DIR, or move the old one away.`,
  );
}

/**
 * Makes the data folder, and marks it as unfinished: nothing else starts in it from now on. The check of the back-up has taken
 * minutes, in which a server may have started there.
 */
async function claimFolder(dataDir: string): Promise<void> {
  // Other accounts may pass through root's folder without listing it, as the embedded PostgreSQL needs it.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await refuseUsed(dataDir);
  const { unfinishedRestore } = dataFolder(dataDir);
  const text = 'The restore of a back-up into this folder has not ended.\n';
  await writeFile(unfinishedRestore, text, { flag: 'wx', flush: true });
  await syncFolder(dataDir);
}

/** Removes the files of a restore that failed, so that the next one finds an empty place. */
async function clear(files: FileStore, step: Step): Promise<void> {
  const day = utcDay(new Date());
  try {
    for await (const { key } of files.list()) {
      await files.discard(key, day);
      await files.erase(key, day);
    }
  } catch (error) {
    step(`Files of this restore are left in ${files.place}: ${(error as Error).message}`);
  }
}

async function write(manifest: Manifest, options: RestoreOptions, files: FileStore, cipher: Cipher): Promise<void> {
  const { from, dataDir, openDatabase, step } = options;
  const to = dataFolder(dataDir);
  await copyFiles(from, dataDir, manifest, files, cipher, step);
  const database = await openDatabase();
  try {
    const progress = countingTables(step, manifest.tables.length);
    const tables = new Map(manifest.tables.map((table) => [table.name, table]));
    await load(database.owner, {
      migrations: manifest.migrations.map(({ name }) => name),
      tables: manifest.tables,
      positions: manifest.positions,
      rowsOf: (name) => rowsIn(from, name, cipher),
      async check(name, rows) {
        const meter = rowMeter();
        await pipeline(rows, meter, new Writable({ write: (_chunk, _encoding, done) => done() }));
        const { rows: n, fingerprint } = meter.result();
        if (fingerprint !== tables.get(name)?.fingerprint) {
          throw new Error(`the ${n} rows of ${name} are not those of the back-up`);
        }
        progress(name, n);
      },
    });
    step(`Database: ${manifest.tables.length} tables, ${sumOf(manifest.tables.map(({ rows }) => rows))} rows`);
    await prepareDatabase(database, step);
  } finally {
    await database.stop();
  }
  await rm(to.unfinishedRestore);
  await syncFolder(dataDir);
}

const STORED = /^files\/([^/]+)$/;

async function copyFiles(
  from: string,
  dataDir: string,
  manifest: Manifest,
  files: FileStore,
  cipher: Cipher,
  step: Step,
): Promise<void> {
  const { mail } = dataFolder(dataDir);
  await mkdir(mail, { mode: 0o700 });
  const progress = counting(step, 'Files', manifest.files.count);
  let done = 0;
  await eachOf(filesOf(from, cipher), async ({ name }) => {
    const copyTo = (file: string) => writeStored(file, readStored(placeOf(from, name), cipher), plain);
    const key = STORED.exec(name)?.[1];
    if (key) await files.keep(key, await files.draft(copyTo));
    else await copyTo(path.join(dataDir, ...name.split('/')));
    done += 1;
    progress(done);
  });
  for (const room of [mail, dataDir]) await syncFolder(room);
  const key = await readKeyFile(dataFolder(dataDir).auditKey);
  if (manifest.audit.kept && (!key || keyMark(key) !== manifest.audit.key)) {
    throw new Error('the key of the audit trail is not that of the back-up');
  }
}
