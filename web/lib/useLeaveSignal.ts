import { useEffect, useRef } from 'react';

/**
 * For calls that change something: they are called back when the form that made them goes, because what was discarded must
 * not be sent behind its author's back.
 * @returns the options which such a call takes
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
