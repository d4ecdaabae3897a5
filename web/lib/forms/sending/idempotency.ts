import { useRef } from 'react';
import { ApiError } from '../../api-client.ts';
import { newUuid } from '../../uuid.ts';

/** The contents sent without a success so far, each with its Idempotency-Key, oldest first. */
export type Tries = readonly { key: string; content: string }[];

const isTry = (value: unknown): value is Tries[number] => {
  const { key, content } = { ...(value as Partial<Tries[number]> | null) };
  return typeof key === 'string' && typeof content === 'string';
};

/** The tries among what a browser has kept, which an older version of the page may have written. */
export const triesOf = (kept: unknown): Tries => (Array.isArray(kept) ? kept.filter(isTry) : []);

/** How many tries are remembered: more than the edits between two lost responses. */
const REMEMBERED = 8;

/** Serialises what a call sends. Two calls with equal texts are the same call. */
export const contentOf = (body: object, files: readonly File[] = []): string =>
  JSON.stringify([body, files.map(({ name, size, type, lastModified }) => [name, size, type, lastModified])]);

/**
 * Chooses the Idempotency-Key of a try (threats T47). The key belongs to the content: equal content gets the key that it
 * had, so that a lost response creates nothing twice. Edited content gets a new key, because under the old one the server
 * would repeat its first response, and the edit would be lost.
 * @returns the key, and the tries to remember
 */
export function keyFor(tries: Tries, content: string): { key: string; tries: Tries } {
  const same = tries.find((known) => known.content === content);
  const fresh = same ?? { key: newUuid(), content };
  return { key: fresh.key, tries: [...tries.filter((known) => known !== same), fresh].slice(-REMEMBERED) };
}

/**
 * In milliseconds: for this long the server certainly knows the key of a call that it has saved. An hour less than its day, for a
 * device whose clock is set meanwhile.
 */
export const KEY_KNOWN = 23 * 3_600_000;

/** Whether the server looks for the key before it refuses with these codes: a call that it had saved would have been answered as saved. */
export const isAfterKey = (error: unknown): boolean =>
  error instanceof ApiError && ['not_found', 'conflict', 'validation_failed'].includes(error.code);

/** Whether the server knows the key with other content. The remembered tries are then wrong, and the next try needs a new key. */
export const isReused = (error: unknown): boolean => error instanceof ApiError && error.code === 'key_reused';

/**
 * The keys of one open form. The form forgets them after a success, so that its next submission is a new one.
 * @param start the tries from before a reload
 * @param keep stores the tries. Called before the call is sent, because the response may never arrive.
 */
export function useIdempotencyKeys(start: Tries = [], keep?: (tries: Tries) => void) {
  const tries = useRef(start);
  const remember = (next: Tries) => {
    tries.current = next;
    keep?.(next);
  };
  return {
    keyFor(body: object, files: readonly File[] = []): string {
      const next = keyFor(tries.current, contentOf(body, files));
      remember(next.tries);
      return next.key;
    },
    forget: () => remember([]),
    /** The tries at this moment, for a form that stores them with what is typed. */
    tries: () => tries.current,
  };
}
