import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { FILE_LIST, type ListedFile, listedIn, placeOf, tablePlaceOf } from './file-list.ts';
import type { Manifest } from './manifest.ts';
import { rowMeter } from './rows.ts';
import { type Cipher, measureStored, readStored } from './stored.ts';

export type Step = (line: string) => void;

const EVERY = 1_000;

/** Tells how many files are done, now and then. */
export function counting(step: Step, what: string, total: number | null): (done: number) => void {
  return (done) => {
    if (done === total || done % EVERY === 0) step(`${what}: ${done}${total === null ? '' : ` of ${total}`}`);
  };
}

/** Tells each table that is done, with its rows. */
export function countingTables(step: Step, total: number): (name: string, rows: number) => void {
  let done = 0;
  return (name, rows) => {
    done += 1;
    step(`Table ${done} of ${total}: ${name}, ${rows} rows`);
  };
}

async function expectFile(folder: string, file: string, sha256: string): Promise<number> {
  const name = path.relative(folder, file);
  const found = await measureStored(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError(`${name} is missing in the back-up.`) : error;
  });
  if (found.sha256 !== sha256) throw new BackupError(`${name} was changed since the back-up was written.`);
  return found.bytes;
}

/** The files of the data folder in a back-up. */
export const filesOf = (folder: string, cipher: Cipher): AsyncGenerator<ListedFile> =>
  listedIn(readStored(path.join(folder, FILE_LIST), cipher), cipher.suffix);

/** The rows of a table in a back-up, decrypted and decompressed. The promise rejects when they cannot be read. */
export function rowsIn(folder: string, table: string, cipher: Cipher) {
  const rows = createZstdDecompress();
  const source = readStored(tablePlaceOf(folder, table), cipher);
  source.once('error', (error) => rows.destroy(error));
  return source.pipe(rows);
}

/**
 * Reads a back-up to its end and compares it with its manifest: the hash of every file, and the rows of every table.
 * @throws BackupError that names what is missing or was changed
 */
export async function checkBackup(
  folder: string,
  manifest: Manifest,
  cipher: Cipher,
  step: Step,
  stopping?: AbortSignal,
): Promise<void> {
  const { suffix } = cipher;
  for (const { name, sha256, rows, fingerprint } of manifest.tables) {
    stopping?.throwIfAborted();
    await expectFile(folder, `${tablePlaceOf(folder, name)}${suffix}`, sha256);
    const meter = rowMeter();
    await pipeline(rowsIn(folder, name, cipher), meter, async (chunks: AsyncIterable<Buffer>) => {
      for await (const _ of chunks);
    });
    const found = meter.result();
    if (found.rows !== rows || found.fingerprint !== fingerprint) {
      throw new BackupError(
        `The table ${name} of the back-up has ${found.rows} rows, and not the ${rows} that were written.`,
      );
    }
  }
  step(`Checked: ${manifest.tables.length} tables, ${sumOf(manifest.tables.map(({ rows }) => rows))} rows`);
  await expectFile(folder, path.join(folder, `${FILE_LIST}${suffix}`), manifest.files.sha256);
  const { files } = manifest;
  const progress = counting(step, 'Checked files', files.count);
  const found = { count: 0, bytes: 0 };
  for await (const { name, sha256 } of filesOf(folder, cipher)) {
    stopping?.throwIfAborted();
    found.bytes += await expectFile(folder, `${placeOf(folder, name)}${suffix}`, sha256);
    found.count += 1;
    progress(found.count);
  }
  if (found.count !== files.count || found.bytes !== files.bytes) {
    throw new BackupError(`The back-up has ${found.count} files, and not the ${files.count} that were written.`);
  }
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
