import type { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Tries } from '../forms/sending/idempotency.ts';
import { storedOutbox } from './outbox.stored.ts';

export type WorkBody = CallOf<typeof api.requests.updateWithFiles>['body'];

/** Earlier releases read entries of this shape only. */
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

const prefixOf = (userId: number) => `${userId}/`;
const keyOf = (userId: number, requestId: number) => `${prefixOf(userId)}${requestId}`;
/** Files have a key of their own, so that a letter does not write all photos again. */
const filesKeyOf = (userId: number, requestId: number) => `${keyOf(userId, requestId)}/files`;
const isOfFiles = (key: string) => key.endsWith('/files');

type Kept = Partial<Omit<Entry, 'unanswered'>> & { requestId: number; unanswered?: Unanswered | number };
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'requestId' in value && typeof value.requestId === 'number';

/** The first release counted the tries without an answer. No later answer says what became of those. */
export const unansweredOf = (stored: Unanswered | number = []): Unanswered => {
  if (typeof stored !== 'number') return stored;
  return stored > 0 ? [{ key: '', since: 0 }] : [];
};

/**
 * An entry that any release of the page has stored: what it lacks is filled in, and what only a newer one knows stays in it. Unsent
 * work is never unreadable because of its shape.
 */
export const entryOf = (userId: number, value: unknown): Entry | undefined =>
  isKept(value)
    ? { ...newEntry(userId, value.requestId, ''), ...value, userId, unanswered: unansweredOf(value.unanswered) }
    : undefined;

let isAsked = false;
/** Asks the browser once not to clear its storage when the device runs out of room. It decides by itself, or asks the user. */
function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  void navigator.storage?.persist?.().catch(() => undefined);
}

/** The stored entries of one user. Every function rejects when the browser blocks its database. */
export const entriesOf = (userId: number) => ({
  read: async (requestId: number): Promise<Entry | undefined> =>
    entryOf(userId, await storedOutbox.get(keyOf(userId, requestId))),
  async readFiles(requestId: number): Promise<File[]> {
    const files = await storedOutbox.get(filesKeyOf(userId, requestId));
    return Array.isArray(files) ? files.filter((file) => file instanceof File) : [];
  },
  /** The requests that have an entry. */
  async ids(): Promise<number[]> {
    const mine = (await storedOutbox.existingKeys()).filter(
      (key) => key.startsWith(prefixOf(userId)) && !isOfFiles(key),
    );
    return mine.map((key) => Number(key.slice(prefixOf(userId).length)));
  },
  /** Stores an entry and, when they are given, its files: both or none. */
  write(entry: Entry, files?: readonly File[]): Promise<void> {
    askToPersist();
    return storedOutbox.setMany([
      [keyOf(userId, entry.requestId), entry],
      ...(files ? [[filesKeyOf(userId, entry.requestId), [...files]] as [string, File[]]] : []),
    ]);
  },
  remove: (requestId: number): Promise<void> =>
    storedOutbox.delMany([keyOf(userId, requestId), filesKeyOf(userId, requestId)]),
});
export type Entries = ReturnType<typeof entriesOf>;

/** Whose updates this device holds, except this user's. */
export async function ownersHere(userId: number | null): Promise<number[]> {
  const owners = (await storedOutbox.existingKeys()).map((key) => Number.parseInt(key, 10));
  return [...new Set(owners)].filter((owner) => owner !== userId && owner > 0);
}

/** How many updates of other people this device holds; of anyone with null. What is in them is not read. */
export async function countOfOthers(userId: number | null): Promise<number> {
  const all = (await storedOutbox.existingKeys()).filter((key) => !isOfFiles(key));
  return all.filter((key) => userId === null || !key.startsWith(prefixOf(userId))).length;
}
