import { useRef, useState } from 'react';
import { ApiError } from '../api-client.ts';

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
  const [refusal, setRefusal] = useState<{ on: number; hadLostTry: boolean } | null>(null);
  return {
    /** The version to send with the next try. */
    version: (): number => {
      sent.current = lost.current ?? shown;
      return sent.current;
    },
    /** For how each try ended; null is a success. */
    answered: (error: unknown): void => {
      const isRefused = error !== null && !isOpen(error) && sent.current !== null;
      setRefusal(isRefused ? { on: sent.current ?? 0, hadLostTry: lost.current !== null } : null);
      lost.current = error !== null && isOpen(error) ? sent.current : null;
    },
    /** The last try was refused, and a newer state than the one it was made on is on the screen now. */
    isReread: refusal !== null && shown > refusal.on,
    /** The last try was refused, perhaps because of what an earlier one had changed. */
    hadLostTry: refusal?.hadLostTry ?? false,
  };
}
