import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

export type FileStore = {
  /** Resolves only when the bytes survive a power cut. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /** All keys with the time of their last change. */
  list(): AsyncGenerator<{ key: string; changedAt: Date }>;
};

async function sync(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files in one flat folder on the local disk; keys are ids that we made, never a name from outside. */
export async function createLocalFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    async put(key, bytes) {
      try {
        await disk.put(key, bytes);
      } catch (error) {
        // The library wraps the system's error, whose code (no space left, say) is what callers act on.
        throw (error instanceof Error && error.cause) || error;
      }
      await sync(path.join(folder, key));
      await sync(folder);
    },
    async read(key) {
      return (await disk.exists(key)) ? disk.getStream(key) : null;
    },
    remove: (key) => disk.delete(key),
    async *list() {
      let paginationToken: string | undefined;
      do {
        const page = await disk.listAll('', { recursive: false, ...(paginationToken ? { paginationToken } : {}) });
        for (const entry of page.objects) {
          if (!entry.isFile) continue;
          const { lastModified } = await disk.getMetaData(entry.key);
          yield { key: entry.key, changedAt: lastModified };
        }
        paginationToken = page.paginationToken;
      } while (paginationToken);
    },
  };
}
