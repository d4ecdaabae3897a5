import { readFile } from 'node:fs/promises';
import { replaceFile } from './durable.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The UUID of a file; null when there is no such file.
 * @throws Error that names the file when it contains no UUID
 */
export async function readIdFile(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (!UUID.test(text)) throw new Error(`${file} holds no id. Restore it from a backup, or remove it.`);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces the UUID in the file (0600). The write is atomic and durable. */
export const writeIdFile = (file: string, id: string): Promise<void> => replaceFile(file, `${id}\n`);
