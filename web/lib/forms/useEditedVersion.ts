import { useRef, useState } from 'react';
import { ApiError } from '../api-client.ts';

/** Whether the server may have made the change although the response is missing or a failure. */
const isUnknown = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Chooses the version that an edit is based on: the one on the screen. After a try with an unknown outcome it stays that
 * try's version, even if the page has read a newer one since. Equal content is then still the same call, and edited content
 * conflicts with what the first try changed, instead of overwriting it unseen.
 * @param shown the version on the screen
 */
export function useEditedVersion(shown: number) {
  const sent = useRef<number | null>(null);
  const lost = useRef<number | null>(null);
  const [refusal, setRefusal] = useState<{ on: number; hadLostTry: boolean } | null>(null);
  return {
    /** Returns the version to send with the next try. */
    version: (): number => {
      sent.current = lost.current ?? shown;
      return sent.current;
    },
    /** Records how a try ended; null is a success. */
    answered: (error: unknown): void => {
      const isRefused = error !== null && !isUnknown(error) && sent.current !== null;
      setRefusal(isRefused ? { on: sent.current ?? 0, hadLostTry: lost.current !== null } : null);
      lost.current = error !== null && isUnknown(error) ? sent.current : null;
    },
    /** Whether the last try was refused, and the screen now shows a newer version than the one it was based on. */
    isReread: refusal !== null && shown > refusal.on,
    /** Whether the refusal may be caused by an earlier try with an unknown outcome. */
    hadLostTry: refusal?.hadLostTry ?? false,
  };
}
