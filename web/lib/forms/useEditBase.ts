import { useRef, useState } from 'react';
import { ApiError } from '../api-client.ts';

/** Whether the server may have made the change although the response is missing or a failure. */
const isUnknown = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Remembers the state of a row that an edit is based on. While nothing is edited, it is the newest state. From the first
 * edit on it stays the state that the user saw, even if the page reads newer ones: its version is sent, so that nothing is
 * overwritten unseen. After a try with an unknown outcome it stays as well, because that try may have landed.
 * @param newest the row as last read
 * @param isEdited whether the form holds something that is not saved
 * @param began the state that an edit which goes on after a sign-in or a reload began on
 * @param tries how the tries of such an edit have ended so far
 */
export function useEditBase<T extends { version: number }>(
  newest: T,
  isEdited: boolean,
  began: T = newest,
  tries: { hadLostTry: boolean; isRefused: boolean } = { hadLostTry: false, isRefused: false },
) {
  const [base, setBase] = useState(began);
  const [hadLostTry, setLostTry] = useState(tries.hadLostTry);
  const [isRefused, setRefused] = useState(tries.isRefused);
  if (!isEdited && !hadLostTry && base !== newest) setBase(newest);
  // A ref as well, because the user's decision and the next try are one press.
  const latest = useRef(base);
  latest.current = base;
  return {
    /** The state that the edit is based on. */
    base,
    /**
     * Whether somebody changed the row after this edit began. After a lost try, the change may be that try's own: the server
     * knows, and refuses the next try if it is not.
     */
    isOutdated: base.version !== newest.version && (isRefused || !hadLostTry),
    /** Whether an earlier try without a response may have been saved. */
    hadLostTry,
    /** Returns the base at this moment, rendered or not. */
    current: (): T => latest.current,
    /** Returns the version to send with the next try. */
    version: (): number => latest.current.version,
    /**
     * Bases the edit on a state that the user has seen.
     * @param seen the answer to the user's own change; the newest state when left out
     */
    accept: (seen: T = newest): void => {
      latest.current = seen;
      setBase(seen);
      setLostTry(false);
      setRefused(false);
    },
    /** Records how a try ended; null is a success. */
    answered: (error: unknown): void => {
      if (error === null) setLostTry(false);
      else if (isUnknown(error)) setLostTry(true);
      setRefused(error !== null && !isUnknown(error));
    },
  };
}
