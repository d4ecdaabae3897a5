import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How the files of a back-up lie in its folder: as they are, or encrypted, then with a suffix to their names. */
export type Cipher = {
  suffix: string;
  seal: ((plain: Readable) => Promise<Readable>) | null;
  open: ((sealed: Readable) => Promise<Readable>) | null;
};

/** Whether an error says that there is no such file. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

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
  const handle = await open(`${file}${cipher.suffix}`, 'wx', 0o600);
  try {
    const stream = source instanceof Readable ? source : Readable.from(source);
    const measured = meter();
    await pipeline(
      cipher.seal ? await cipher.seal(stream) : stream,
      measured,
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      },
    );
    await handle.sync();
    return measured.result();
  } finally {
    await handle.close();
  }
}

/** The content of a file of a back-up, decrypted. */
export function readStored(file: string, cipher: Cipher): Readable {
  if (!cipher.open) return createReadStream(file);
  const sealed = createReadStream(`${file}${cipher.suffix}`);
  const { open: unseal } = cipher;
  return Readable.from(
    (async function* () {
      yield* await unseal(sealed);
    })(),
    { objectMode: false },
  );
}

/** The size and the SHA-256 of a file on the disk. */
export async function measureStored(file: string): Promise<{ bytes: number; sha256: string }> {
  const measured = meter();
  await pipeline(
    createReadStream(file, { highWaterMark: 1 << 18 }),
    measured,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const _ of chunks);
    },
  );
  return measured.result();
}
