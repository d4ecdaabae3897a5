import { statfs } from 'node:fs/promises';
import { inTime } from './patience.ts';

export type Room = { freeBytes: number; sizeBytes: number };

/** The room on the disk of a folder. Free is what this process may still write. */
export async function diskOf(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/**
 * A question to a disk that all who ask at the same time share; each waits at most so many milliseconds, and then gets an error. A
 * disk that hangs keeps a thread of this process for each question, and without threads nothing here reads a file any more.
 */
export function shared<T>(ask: () => Promise<T>, ms: number): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return inTime(asked, ms);
  };
}
