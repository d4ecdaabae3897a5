import type { UseStore } from 'idb-keyval';
import { addToRegister, type Ending } from './stored.ts';

type Options = {
  database: string;
  store: string;
  endsWith: Ending;
  /** The keys that end: those of others than this user; all of them with null. */
  isEnded: (key: string, userId: number | null) => boolean;
};

/** Whether the browser has a database. One that offers none has none, and older ones can't say. */
async function exists(name: string): Promise<boolean> {
  if (!globalThis.indexedDB) return false;
  if (!('databases' in indexedDB)) return true;
  return (await indexedDB.databases()).some((one) => one.name === name);
}

/** Loaded with the first use, because public pages do without it. */
export const loadRecords = () => import('idb-keyval');

/** The failures of a connection that the browser has closed by itself, as iOS does with pages that were in the background. */
const isLost = (error: unknown) =>
  error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');

/**
 * A store of one database whose lost connection is opened again. Rejects while the browser blocks its databases.
 * @param open opens a new connection
 */
export function reopening(open: () => UseStore): UseStore {
  let opened: UseStore | null = null;
  return async (mode, use) => {
    opened ??= open();
    try {
      return await opened(mode, use);
    } catch (error) {
      if (!isLost(error)) throw error;
      opened = open();
      return opened(mode, use);
    }
  };
}

/** Declares records that the browser keeps in IndexedDB, where there is room for files. */
export function defineRecords<T>({ database, store, endsWith, isEnded }: Options) {
  let opened: UseStore | null = null;
  const use = async () => {
    const idb = await loadRecords();
    opened ??= reopening(() => idb.createStore(database, store));
    return { idb, store: opened };
  };
  const records = {
    async get(key: string): Promise<T | undefined> {
      const { idb, store } = await use();
      return idb.get<T>(key, store);
    },
    async keys(): Promise<string[]> {
      const { idb, store } = await use();
      return idb.keys<string>(store);
    },
    /** The same without creating the database of a browser that keeps nothing. Loads nothing then. */
    existingKeys: async (): Promise<string[]> => ((await exists(database)) ? records.keys() : []),
    /** Stores all or none. */
    async setMany(entries: [string, T][]): Promise<void> {
      const { idb, store } = await use();
      await idb.setMany(entries, store);
    },
    async delMany(keys: readonly string[]): Promise<void> {
      const { idb, store } = await use();
      await idb.delMany([...keys], store);
    },
  };
  addToRegister({
    endsWith,
    async end(userId) {
      const ended = (await records.existingKeys()).filter((key) => isEnded(key, userId));
      if (ended.length > 0) await records.delMany(ended);
    },
  });
  return records;
}
