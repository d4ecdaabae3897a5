import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';

/** What a read has answered, and when, in milliseconds since 1970. */
export type KeptRead<T> = { at: number; data: T };

/** In milliseconds: what is older says too little about the work of today. */
const KEPT_FOR = 14 * 24 * 3_600_000;

let opened: UseStore | null = null;
const store = () => {
  opened ??= createStore('kept-reads', 'reads');
  return opened;
};

const prefixOf = (userId: number) => `${userId}/`;

/** Keeps what a read has answered to this user, for a time without a connection. Ignores a database that is blocked or full. */
export const keepRead = <T>(userId: number, name: string, read: KeptRead<T>): Promise<void> =>
  set(`${prefixOf(userId)}${name}`, read, store()).catch(() => undefined);

/** What is kept of a read; null when there is nothing, or nothing of the last two weeks. */
export async function keptRead<T>(userId: number, name: string, now = Date.now()): Promise<KeptRead<T> | null> {
  try {
    const read = await get<KeptRead<T>>(`${prefixOf(userId)}${name}`, store());
    return read && now - read.at < KEPT_FOR ? read : null;
  } catch {
    return null;
  }
}

/** Removes what the reads have answered to other users; with null, to anybody: at a logout. */
export async function keepReadsOf(userId: number | null): Promise<void> {
  const all = await keys<string>(store());
  const others = all.filter((key) => userId === null || !key.startsWith(prefixOf(userId)));
  if (others.length) await delMany(others, store());
}
