import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from './sync-folder.ts';

export type FileStore = {
  /** Resolves only when the bytes survive a power cut; a failed one leaves nothing behind. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(key: string): Promise<Readable | null>;
  /** All keys with the time of their last change; what lies in the trash is not among them. */
  list(): AsyncGenerator<{ key: string; changedAt: Date }>;
  /** Puts a file aside: it can be taken back until its day's trash is emptied. */
  discard(key: string, day: string): Promise<void>;
  /** What was put aside, with the day (YYYY-MM-DD) on which that happened. */
  listTrash(): AsyncGenerator<{ key: string; day: string }>;
  /** Takes a file back from the trash. */
  restore(key: string, day: string): Promise<void>;
  /** Deletes a file in the trash for good. */
  erase(key: string, day: string): Promise<void>;
};

const INCOMING = 'incoming';
const TRASH = 'trash';

/** The id of the row that may name a key of ours; null for what somebody else put into the folder. */
export const fileIdOf = (key: string): string | null =>
  /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.thumbnail)?$/.exec(key)?.[1] ?? null;

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** The names in a folder, one by one: a folder of a million files is never held in memory. */
async function* namesIn(folder: string, kind: 'isFile' | 'isDirectory'): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(unlessMissing);
  if (!entries) return;
  for await (const entry of entries) if (entry[kind]()) yield entry.name;
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Files in one flat folder on the local disk; keys are ids that we made, never a name from outside. A file appears under
 * its key whole or not at all. Beside them: `incoming` for what is being written, `trash/<day>` for what was put aside.
 */
export async function createLocalFileStore(folder: string): Promise<FileStore> {
  const incoming = path.join(folder, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const at = (key: string) => path.join(folder, key);
  const inTrash = (key: string, day: string) => path.join(folder, TRASH, day, key);

  return {
    async put(key, bytes) {
      const draft = path.join(incoming, randomUUID());
      try {
        await writeDurably(draft, bytes);
        await rename(draft, at(key));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    async read(key) {
      const handle = await open(at(key), 'r').catch(unlessMissing);
      return handle ? handle.createReadStream() : null;
    },
    async *list() {
      for await (const key of namesIn(folder, 'isFile')) {
        const stats = await stat(at(key)).catch(unlessMissing);
        if (stats) yield { key, changedAt: stats.mtime };
      }
    },
    async discard(key, day) {
      await mkdir(path.join(folder, TRASH, day), { recursive: true, mode: 0o700 });
      await rename(at(key), inTrash(key, day));
    },
    async *listTrash() {
      for await (const day of namesIn(path.join(folder, TRASH), 'isDirectory')) {
        for await (const key of namesIn(path.join(folder, TRASH, day), 'isFile')) yield { key, day };
      }
    },
    restore: (key, day) => rename(inTrash(key, day), at(key)),
    erase: (key, day) => rm(inTrash(key, day), { force: true }),
  };
}
