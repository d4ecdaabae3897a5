import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';
import { isCurrent, keyOf, keysOfOthers } from './kept-keys.ts';

/** What a read has answered, and when, in milliseconds since 1970. */
export type KeptRead<T> = { at: number; data: T };

let opened: UseStore | null = null;
const store = () => {
  opened ??= createStore('kept-reads', 'reads');
  return opened;
};

/** Keeps what a read has answered to this user, for a time without a connection. Ignores a database that is blocked or full. */
export const keepRead = <T>(userId: number, name: string, read: KeptRead<T>): Promise<void> =>
  set(keyOf(userId, name), read, store()).catch(() => undefined);

/** What is kept of a read; null when there is nothing, or nothing of the last two weeks. */
export async function keptRead<T>(userId: number, name: string, now = Date.now()): Promise<KeptRead<T> | null> {
  try {
    const read = await get<KeptRead<T>>(keyOf(userId, name), store());
    return read && isCurrent(read, now) ? read : null;
  } catch {
    return null;
  }
}

/** Removes what the reads have answered to other users; with null, to anybody: at a logout. */
export async function keepReadsOf(userId: number | null): Promise<void> {
  const others = keysOfOthers(await keys<string>(store()), userId);
  if (others.length) await delMany(others, store());
}
