import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { diskOf } from './disk.ts';
import { renameDurably, sync } from './durable.ts';
import { DomainError } from './errors.ts';
import { createInbox, createRoom, type Draft, hashed, type Inbox } from './inbox.ts';

export type FileStore = {
  /** Where the files are, for messages. */
  place: string;
  /** A place for the files of one call. */
  inbox(): Inbox;
  /** Has `write` make a file at the path it is given. When `write` fails, no file is left. */
  draft(write: (path: string) => Promise<unknown>): Promise<Draft>;
  /** Gives a draft its key. Resolves when its bytes survive a power cut. A key never has a partial file. */
  keep(key: string, file: Draft): Promise<void>;
  /** Removes drafts that are not kept. A draft that is already removed is no error. */
  drop(files: readonly { path: string }[]): Promise<void>;
  /** Stores bytes under a key. Resolves when they survive a power cut. When it fails, no file is left. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(key: string): Promise<Readable | null>;
  /** Reads a file to the end for its size in bytes and its hash; null when there is no such file. */
  digest(key: string): Promise<{ size: number; sha256: Buffer } | null>;
  /** All keys with the time of their last change, without the trash. */
  list(): AsyncGenerator<{ key: string; changedAt: Date }>;
  /** Moves a file to the trash of a day (YYYY-MM-DD). It can be restored until that trash is emptied. */
  discard(key: string, day: string): Promise<void>;
  /** The files in the trash, with the day (YYYY-MM-DD) on which they went there. */
  listTrash(): AsyncGenerator<{ key: string; day: string }>;
  /** Takes a file back from the trash. */
  restore(key: string, day: string): Promise<void>;
  /** Deletes a file from the trash permanently. */
  erase(key: string, day: string): Promise<void>;
  /** Removes drafts that a crash has left: those last written before that moment. @returns how many */
  removeUnfinished(before: Date): Promise<number>;
  /**
   * Marks a place outside of the data folder as that of an installation, unless it has a mark.
   * @param take replaces the mark of another installation
   * @returns the id of the installation to which the place belongs now
   */
  claim(id: string, take?: boolean): Promise<string>;
  /** The actions that the service refuses to the key of the settings, by the names that its policies have for them. */
  refusedActions(): Promise<string[]>;
};

/** What differs between the places of files. Drafts are on the local disk for all of them. */
export type Shelf = Omit<FileStore, 'inbox' | 'draft' | 'drop' | 'put' | 'digest' | 'removeUnfinished'>;

export type StoreOptions = {
  /** The most bytes that uploads may hold on the disk at one time, over all calls. */
  inFlightBytes?: number;
  /** Uploads are refused when less than this would be left: the database may share the disk. */
  minFreeBytes?: number;
  /** How many bytes are free on the disk of a folder. */
  freeBytes?: (folder: string) => Promise<number>;
};

/** Room for 32 calls with the most bytes that one call may carry. */
const IN_FLIGHT_BYTES = 512 * 1024 * 1024;

const freeOnDisk = async (folder: string) => (await diskOf(folder)).freeBytes;

/** A file is read in pieces so large that the allocator gives their memory back to the system at once (ADR 0007). */
export const PIECE_BYTES = 256 * 1024;

const NO_ROOM = 'There is no room for more files right now';
/** The folder of files that are being written. */
export const INCOMING = 'incoming';
const TRASH = 'trash';

/** The key of a file's thumbnail. */
export const thumbnailKey = (id: string): string => `${id}.thumbnail`;

/** The id of the row that a key belongs to; null for a foreign file in the folder. */
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

/**
 * A store over a shelf. Drafts are in the folder `incoming`.
 * @param folder on the local disk; it is made when it is missing
 */
export async function createFileStore(folder: string, shelf: Shelf, options: StoreOptions = {}): Promise<FileStore> {
  const { inFlightBytes = IN_FLIGHT_BYTES, minFreeBytes = 0, freeBytes = freeOnDisk } = options;
  const incoming = path.join(folder, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const room = createRoom(inFlightBytes);

  // Reserved bytes count as used, even before they arrive.
  async function checkDisk(): Promise<void> {
    if (minFreeBytes === 0 || (await freeBytes(folder)) - room.held() >= minFreeBytes) return;
    throw new DomainError('insufficient_storage', NO_ROOM);
  }
  async function draft(write: (file: string) => Promise<unknown>): Promise<Draft> {
    const file = path.join(incoming, randomUUID());
    try {
      await write(file);
      return await hashed(file);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }
  async function drop(files: readonly { path: string }[]): Promise<void> {
    for (const file of files) await rm(file.path, { force: true });
  }

  return {
    ...shelf,
    inbox: () => createInbox(incoming, room, checkDisk),
    draft,
    drop,
    async put(key, bytes) {
      const file = await draft((to) => writeFile(to, bytes, { flag: 'wx', mode: 0o600 }));
      try {
        await shelf.keep(key, file);
      } catch (error) {
        await drop([file]);
        throw error;
      }
    },
    async digest(key) {
      const stream = await shelf.read(key);
      if (!stream) return null;
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
      }
      return { size, sha256: hash.digest() };
    },
    async removeUnfinished(before) {
      let removed = 0;
      for await (const name of namesIn(incoming, 'isFile')) {
        const file = path.join(incoming, name);
        const stats = await stat(file).catch(unlessMissing);
        if (!stats || stats.mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/**
 * Keeps files in one flat folder on the local disk. Keys are ids that the server made, never a name from outside. A file
 * appears under its key completely or not at all. The folder also has `incoming` for files being written, and `trash/<day>`.
 */
export function createLocalFileStore(folder: string, options?: StoreOptions): Promise<FileStore> {
  const at = (key: string) => path.join(folder, key);
  const inTrash = (key: string, day: string) => path.join(folder, TRASH, day, key);
  const shelf: Shelf = {
    place: folder,
    async keep(key, file) {
      await sync(file.path);
      await renameDurably(file.path, at(key));
    },
    async read(key) {
      const handle = await open(at(key), 'r').catch(unlessMissing);
      return handle ? handle.createReadStream({ highWaterMark: PIECE_BYTES }) : null;
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
    // The id in the data folder says whose it is.
    claim: async (id) => id,
    refusedActions: async () => [],
  };
  return createFileStore(folder, shelf, options);
}
