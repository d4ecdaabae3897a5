import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './sync-folder.ts';

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
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('hex')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link, not a rename: it never replaces the key of another process that was faster.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  const made = await readKeyFile(file);
  if (!made) throw new Error(`${file} vanished while it was made.`);
  return made;
}

/** Tells whether two keys of an audit trail are the same, without the key. */
export const keyMark = (key: Buffer): string =>
  createHash('sha256').update('switchboard audit key').update(key).digest('hex');
