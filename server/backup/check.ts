import path from 'node:path';
import { pipeline as chain } from 'node:stream';
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

type Expected = { sha256: string; most: number };

/** @returns the size of the file in bytes. Throws BackupError when it is not what was written. */
async function expectFile(
  folder: string,
  file: string,
  { sha256, most }: Expected,
  stopping?: AbortSignal,
): Promise<number> {
  const name = path.relative(folder, file);
  const found = await measureStored(file, most, stopping).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError(`${name} is missing in the back-up.`) : error;
  });
  if (found.sha256 !== sha256) throw new BackupError(`${name} was changed since the backup was written.`);
  return found.bytes;
}

/** The files of the data folder in a back-up. */
export const filesOf = (folder: string, cipher: Cipher): AsyncGenerator<ListedFile> =>
  listedIn(readStored(path.join(folder, FILE_LIST), cipher), cipher.suffix);

/** The most bytes of a list of so many files: the names in it are short. */
const listMost = ({ count }: Manifest['files']) => 64 * 1024 + count * 1024;

/** What a table may have unpacked, in bytes: more than our rows can be packed, and less than a bomb has. */
const unpackedMost = (bytes: number) => 2 ** 30 + bytes * 1_000;

/** The rows of a table in a back-up, decrypted and decompressed. The promise rejects when they cannot be read. */
export function rowsIn(folder: string, table: string, cipher: Cipher) {
  const rows = createZstdDecompress();
  const source = readStored(tablePlaceOf(folder, table), cipher);
  // The reader learns of a failure from the rows.
  chain(source, rows, () => undefined);
  return rows;
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
  for (const { name, sha256, bytes, rows, fingerprint } of manifest.tables) {
    stopping?.throwIfAborted();
    await expectFile(folder, `${tablePlaceOf(folder, name)}${suffix}`, { sha256, most: bytes }, stopping);
    const meter = rowMeter({ rows, bytes: unpackedMost(bytes) });
    const read = async (chunks: AsyncIterable<Buffer>) => {
      for await (const _ of chunks);
    };
    await pipeline(rowsIn(folder, name, cipher), meter, read, { ...(stopping && { signal: stopping }) });
    const found = meter.result();
    if (found.rows !== rows || found.fingerprint !== fingerprint) {
      throw new BackupError(
        `The table ${name} of the back-up has ${found.rows} rows, and not the ${rows} that were written.`,
      );
    }
  }
  step(`Checked: ${manifest.tables.length} tables, ${sumOf(manifest.tables.map(({ rows }) => rows))} rows`);
  const { files } = manifest;
  const list = { sha256: files.sha256, most: listMost(files) };
  await expectFile(folder, path.join(folder, `${FILE_LIST}${suffix}`), list, stopping);
  const progress = counting(step, 'Checked files', files.count);
  const found = { count: 0, bytes: 0 };
  for await (const { name, sha256 } of filesOf(folder, cipher)) {
    stopping?.throwIfAborted();
    const expected = { sha256, most: files.bytes - found.bytes };
    found.bytes += await expectFile(folder, `${placeOf(folder, name)}${suffix}`, expected, stopping);
    found.count += 1;
    progress(found.count);
  }
  if (found.count !== files.count || found.bytes !== files.bytes) {
    throw new BackupError(`The back-up has ${found.count} files, and not the ${files.count} that were written.`);
  }
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
