import { createStore, delMany, get, keys, setMany, type UseStore } from 'idb-keyval';
import type { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Tries } from '../forms/idempotency.ts';

export type WorkBody = CallOf<typeof api.requests.updateWithFiles>['body'];

/** Grows when the shape of an entry changes. Entries of another shape are not read. */
const SHAPE = 1;

export type Unanswered = readonly { key: string; since: number }[];

/** One work order's update, from its first letter until the server has it. Kept in IndexedDB with its files. */
export type Entry = {
  shape: typeof SHAPE;
  userId: number;
  requestId: number;
  /** The tracking ID, for people. */
  name: string;
  /** What the form needs to be as it was. The outbox does not read it. */
  form: unknown;
  /**
   * `draft`: being entered. `waiting`: to be sent, `call` as it is. `refused`: the server has refused the call, and the
   * technician decides.
   */
  stage: 'draft' | 'waiting' | 'refused';
  /** The call that was sent last, or is to be sent. */
  call: { body: WorkBody; key: string } | null;
  /** The contents sent so far with their keys, so that the same content has the same key. */
  tries: Tries;
  /** The keys of tries that were sent without an answer, each since its first one. Any of them may have been saved. */
  unanswered: Unanswered;
  refusal: { status: number; body: Partial<ErrorBody> } | null;
  /** A new one for each change, so that a change during a try is noticed. */
  revision: string;
};

export const newEntry = (userId: number, requestId: number, name: string): Entry => ({
  shape: SHAPE,
  userId,
  requestId,
  name,
  form: null,
  stage: 'draft',
  call: null,
  tries: [],
  unanswered: [],
  refusal: null,
  revision: '',
});

let opened: UseStore | null = null;
const store = () => {
  opened ??= createStore('outbox', 'entries');
  return opened;
};

const prefixOf = (userId: number) => `${userId}/`;
const keyOf = (userId: number, requestId: number) => `${prefixOf(userId)}${requestId}`;
/** Files have a key of their own, so that a letter does not write all photos again. */
const filesKeyOf = (userId: number, requestId: number) => `${keyOf(userId, requestId)}/files`;

const isEntry = (value: unknown): value is Omit<Entry, 'unanswered'> & { unanswered: Unanswered | number } =>
  typeof value === 'object' && value !== null && 'shape' in value && value.shape === SHAPE;

/** An older version of the page counted the tries without an answer. No later answer says what became of those. */
export const unansweredOf = (stored: Unanswered | number): Unanswered => {
  if (typeof stored !== 'number') return stored;
  return stored > 0 ? [{ key: '', since: 0 }] : [];
};

/** The stored entries of one user. Every function rejects when the browser blocks its database. */
export const entriesOf = (userId: number) => ({
  async read(requestId: number): Promise<Entry | undefined> {
    const value: unknown = await get(keyOf(userId, requestId), store());
    return isEntry(value) ? { ...value, unanswered: unansweredOf(value.unanswered) } : undefined;
  },
  async readFiles(requestId: number): Promise<File[]> {
    const files: unknown = await get(filesKeyOf(userId, requestId), store());
    return Array.isArray(files) ? files.filter((file) => file instanceof File) : [];
  },
  /** The requests that have an entry. */
  async ids(): Promise<number[]> {
    const all = await keys<string>(store());
    const mine = all.filter((key) => key.startsWith(prefixOf(userId)) && !key.endsWith('/files'));
    return mine.map((key) => Number(key.slice(prefixOf(userId).length)));
  },
  /** Stores an entry and, when they are given, its files: both or none. */
  write: (entry: Entry, files?: readonly File[]): Promise<void> =>
    setMany(
      [
        [keyOf(userId, entry.requestId), entry],
        ...(files ? [[filesKeyOf(userId, entry.requestId), [...files]] as [string, File[]]] : []),
      ],
      store(),
    ),
  remove: (requestId: number): Promise<void> =>
    delMany([keyOf(userId, requestId), filesKeyOf(userId, requestId)], store()),
});
export type Entries = ReturnType<typeof entriesOf>;

/** Removes the entries of every other user; all of them when there is no user. */
export async function removeEntriesOfOthers(userId: number | null): Promise<void> {
  const all = await keys<string>(store());
  const others = all.filter((key) => userId === null || !key.startsWith(prefixOf(userId)));
  if (others.length) await delMany(others, store());
}
