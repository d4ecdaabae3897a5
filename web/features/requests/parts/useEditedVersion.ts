import { useRef, useState } from 'react';
import { ApiError } from '#web/lib/api-client.ts';

/** Whether the server may have done what it was asked although no answer says so. */
const isOpen = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * The version an edit is made on: the one on the screen. While nobody knows whether an earlier try arrived it stays that
 * try's version, although the page may have read a newer one by itself meanwhile: so the same again is still the same call,
 * and an edited one meets what the first one changed instead of being laid over it unseen.
 * @param shown the version on the screen
 */
export function useEditedVersion(shown: number) {
  const sent = useRef<number | null>(null);
  const lost = useRef<number | null>(null);
  const [conflict, setConflict] = useState<{ on: number; hadLostTry: boolean } | null>(null);
  return {
    /** The version to send with the next try. */
    version: (): number => {
      sent.current = lost.current ?? shown;
      return sent.current;
    },
    /** For how each try ended; null is a success. */
    answered: (error: unknown): void => {
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      setConflict(isConflict && sent.current !== null ? { on: sent.current, hadLostTry: lost.current !== null } : null);
      lost.current = error !== null && isOpen(error) ? sent.current : null;
    },
    /** The last try met a newer state, and that is on the screen now. */
    isReread: conflict !== null && shown > conflict.on,
    /** The last try met a newer state which an earlier try may have made. */
    hadLostTry: conflict?.hadLostTry ?? false,
  };
}
