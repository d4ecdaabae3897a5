import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createFile } from './durable.ts';

const KEY = /^[\da-f]{64}$/i;

/**
 * The 256-bit key of a file, as 64 hexadecimal digits; null when there is no such file.
 * @throws Error that names the file when it contains no key
 */
export async function readKeyFile(file: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (!KEY.test(text)) throw new Error(`${file} holds no key of 64 hexadecimal digits. Restore it from a backup.`);
  return Buffer.from(text, 'hex');
}

/** Reads the key of a file (0600); the first caller makes it. The write is atomic and durable. */
export async function ensureKeyFile(file: string): Promise<Buffer> {
  const found = await readKeyFile(file);
  if (found) return found;
  await createFile(file, `${randomBytes(32).toString('hex')}\n`);
  const made = await readKeyFile(file);
  if (!made) throw new Error(`${file} vanished while it was made.`);
  return made;
}

/** Tells whether two keys of an audit trail are the same, without the key. */
export const keyMark = (key: Buffer): string =>
  createHash('sha256').update('switchboard audit key').update(key).digest('hex');
