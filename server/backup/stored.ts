import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTime } from '../lib/patience.ts';
import { BackupError } from './backup-error.ts';

/** How long the disk of the backups may take for one call, in milliseconds. A disk that sleeps, or a busy one, is faster. */
const ANSWER_MS = 5 * 60_000;
const PIECE_BYTES = 256 * 1024;
/** Not known on Windows, which has no such files. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** How the files of a back-up lie in its folder: as they are, or encrypted, then with a suffix to their names. */
export type Cipher = {
  suffix: string;
  seal: ((plain: Readable) => Promise<Readable>) | null;
  open: ((sealed: Readable) => Promise<Readable>) | null;
};

/** Whether an error says that there is no such file. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The result of a call to the disk of the backups. @throws BackupError when it doesn't answer */
export const answered = <T>(call: Promise<T>): Promise<T> =>
  inTime(call, ANSWER_MS, new BackupError('The disk of the backups does not answer. Look at the disk and its cable.'));

export const plain: Cipher = { suffix: '', seal: null, open: null };

/** A transform that hashes and counts what passes. */
export function meter(): Transform & { result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return Object.assign(transform, { result: () => ({ bytes, sha256: hash.digest('hex') }) });
}

/**
 * Writes a new file (0600) that survives a power cut.
 * @param file its path without the cipher's suffix
 * @returns the size and the SHA-256 of what lies on the disk. Throws when the file is there already.
 */
export async function writeStored(
  file: string,
  source: Readable | Iterable<Buffer>,
  cipher: Cipher,
): Promise<{ bytes: number; sha256: string }> {
  const handle = await answered(open(`${file}${cipher.suffix}`, 'wx', 0o600));
  try {
    const stream = source instanceof Readable ? source : Readable.from(source);
    const measured = meter();
    await pipeline(
      cipher.seal ? await cipher.seal(stream) : stream,
      measured,
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await answered(handle.writeFile(chunk));
      },
    );
    await answered(handle.sync());
    return measured.result();
  } finally {
    await answered(handle.close());
  }
}

/**
 * Opens a file that others can replace: a pipe would wait for its other end forever, a device may have no end, and a link may lead to either.
 */
async function openRegular(file: string): Promise<{ handle: FileHandle; size: number }> {
  const refusal = new BackupError(`${path.basename(file)} is not a regular file.`);
  if (!(await lstat(file)).isFile()) throw refusal;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const found = await handle.stat();
  if (found.isFile()) return { handle, size: found.size };
  await handle.close();
  throw refusal;
}

/** A regular file up to the end that it has now, however fast it grows. @throws BackupError when it is longer than `most` bytes */
async function* piecesOf(file: string, most: number): AsyncGenerator<Buffer> {
  const { handle, size } = await answered(openRegular(file));
  try {
    if (size > most) throw new BackupError(`${path.basename(file)} was changed since the backup was written.`);
    for (let at = 0; at < size; ) {
      const length = Math.min(PIECE_BYTES, size - at);
      const { bytesRead, buffer } = await answered(handle.read(Buffer.allocUnsafe(length), 0, length, at));
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await answered(handle.close());
  }
}

/**
 * The content of a file of a back-up, decrypted.
 * @param most the most bytes that it may have on the disk
 */
export function readStored(file: string, cipher: Cipher, most = Number.POSITIVE_INFINITY): Readable {
  const sealed = Readable.from(piecesOf(`${file}${cipher.suffix}`, most), { objectMode: false });
  if (!cipher.open) return sealed;
  const { open: unseal } = cipher;
  return Readable.from(
    (async function* () {
      yield* await unseal(sealed);
    })(),
    { objectMode: false },
  );
}

/** The size and the SHA-256 of a file on the disk. @throws BackupError when it is longer than `most` bytes */
export async function measureStored(
  file: string,
  most: number,
  stopping: AbortSignal | undefined,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of piecesOf(file, most)) {
    stopping?.throwIfAborted();
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
