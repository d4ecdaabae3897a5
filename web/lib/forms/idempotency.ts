import { useRef } from 'react';
import { ApiError } from '../api-client.ts';
import { newUuid } from '../uuid.ts';

/** What was sent without a success so far, each content under its Idempotency-Key, oldest first. */
export type Tries = readonly { key: string; content: string }[];

/** More edits than anybody makes between two answers that were lost. */
const REMEMBERED = 8;

/** What a call sends, as one text: two calls of equal text are the same call. */
export const contentOf = (body: object, files: readonly File[] = []): string =>
  JSON.stringify([body, files.map(({ name, size, type, lastModified }) => [name, size, type, lastModified])]);

/**
 * The Idempotency-Key of a try (threats T47): the key belongs to the content. The same content again has the key it had,
 * so that a lost answer makes nothing twice; edited content has a key of its own, for under the old one it would be
 * answered like the first, and the edit would be lost.
 * @returns the key, and what to remember for the next try
 */
export function keyFor(tries: Tries, content: string): { key: string; tries: Tries } {
  const same = tries.find((known) => known.content === content);
  const fresh = same ?? { key: newUuid(), content };
  return { key: fresh.key, tries: [...tries.filter((known) => known !== same), fresh].slice(-REMEMBERED) };
}

/** Whether the key stands for something else on the server: then what was remembered is wrong, and the next try needs a new one. */
export const isReused = (error: unknown): boolean => error instanceof ApiError && error.code === 'key_reused';

/** The keys of one form, for as long as it is open; after a success it forgets them, so that the next one is another. */
export function useIdempotencyKeys() {
  const tries = useRef<Tries>([]);
  return {
    keyFor(body: object, files: readonly File[] = []): string {
      const next = keyFor(tries.current, contentOf(body, files));
      tries.current = next.tries;
      return next.key;
    },
    forget() {
      tries.current = [];
    },
  };
}
