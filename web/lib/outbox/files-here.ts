import type { Entries, Entry } from './entries.ts';

/**
 * The files of entries, in memory once they are kept or read. They are those of one revision: another tab may have stored a
 * newer one, with files of its own.
 */
export function createFilesHere(readFiles: Entries['readFiles']) {
  const here = new Map<number, { revision: string; files: readonly File[] }>();
  /** The entries whose stored files the browser could not read. */
  const unreadable = new Set<number>();
  const held = ({ requestId, revision }: Entry): readonly File[] | null => {
    const found = here.get(requestId);
    return found?.revision === revision ? found.files : null;
  };
  return {
    /** The files of an entry as far as they are in memory. */
    held,
    hold({ requestId, revision }: Entry, files: readonly File[]): void {
      here.set(requestId, { revision, files });
    },
    /** The files of an entry; null when the browser cannot read them now. */
    async read(entry: Entry): Promise<readonly File[] | null> {
      const files = held(entry) ?? (await readFiles(entry.requestId).catch(() => null));
      if (files) unreadable.delete(entry.requestId);
      else unreadable.add(entry.requestId);
      return files;
    },
    isUnreadable: (requestId: number) => unreadable.has(requestId),
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
