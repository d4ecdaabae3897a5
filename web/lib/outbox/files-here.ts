import { contentOf } from '../forms/sending/idempotency.ts';
import { unreadableAmong } from '../pictures/unreadable-files.ts';
import type { Entries, Entry } from './entries.ts';

/** The files of an update as far as they can be sent, and the names of those that the browser can't read. */
type Readable = { files: readonly File[]; lost: readonly string[] };

/**
 * The files of entries, in memory once they are kept or read. They are those of one revision: another tab may have stored a
 * newer one, with files of its own.
 */
export function createFilesHere(readFiles: Entries['readFiles']) {
  const here = new Map<number, { revision: string; files: readonly File[] }>();
  /** The entries whose stored files the browser could not read, with the names of the files that are known. */
  const unreadable = new Map<number, readonly string[]>();
  const held = ({ requestId, revision }: Entry): readonly File[] | null => {
    const found = here.get(requestId);
    return found?.revision === revision ? found.files : null;
  };
  const stored = ({ requestId }: Entry) => readFiles(requestId).catch(() => null);
  const withLost = async (files: readonly File[]): Promise<Readable> => ({ files, lost: await unreadableAmong(files) });
  const note = ({ requestId }: Entry, names: readonly string[] | null) => {
    if (names) unreadable.set(requestId, names);
    else unreadable.delete(requestId);
  };
  return {
    /** The files of an entry as far as they are in memory. */
    held,
    hold({ requestId, revision }: Entry, files: readonly File[]): void {
      here.set(requestId, { revision, files });
      unreadable.delete(requestId);
    },
    /** The files of an entry; null when the browser cannot read them now. Their content may be lost all the same. */
    async read(entry: Entry): Promise<readonly File[] | null> {
      const files = held(entry) ?? (await stored(entry));
      note(entry, files ? null : []);
      return files;
    },
    /** The files of an entry with the names of those whose content is lost; null when the browser cannot read them now. */
    async readToSend(entry: Entry): Promise<Readable | null> {
      const inMemory = held(entry);
      const found = inMemory ? await withLost(inMemory) : null;
      // A file that was read before may be stored all the same: the browser can lose its hold of it.
      const again = found?.lost.length === 0 ? null : await stored(entry);
      const isSame = again && (!found || contentOf({}, again) === contentOf({}, found.files));
      const readable = isSame ? await withLost(again) : found;
      note(entry, readable ? (readable.lost.length > 0 ? readable.lost : null) : []);
      return readable;
    },
    /** The names of the files that could not be read, none when the names are unknown as well; null when all could be read. */
    unreadable: (requestId: number) => unreadable.get(requestId) ?? null,
    forget(requestId: number): void {
      here.delete(requestId);
      unreadable.delete(requestId);
    },
    clear(): void {
      here.clear();
      unreadable.clear();
    },
  };
}
