import { useEffect, useRef } from 'react';

/**
 * Aborts the calls of a form when the form unmounts, because a change that the user discarded must not be sent.
 * @returns a function that makes the options for such a call
 */
export function useLeaveSignal(): () => { signal?: AbortSignal } {
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return () => (leaving.current ? { signal: leaving.current.signal } : {});
}
