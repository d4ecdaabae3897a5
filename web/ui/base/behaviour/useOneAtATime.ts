import { useRef } from 'react';

/**
 * Returns an action that ignores a call while the same call is on its way. A mutation says that it is pending only after the
 * next render, and the second press of a double click may come before.
 * @param keyOf tells calls apart that may be on their way together
 */
export function useOneAtATime<A extends unknown[]>(
  action: (...given: A) => unknown,
  keyOf: (...given: A) => unknown = () => null,
): (...given: A) => Promise<void> {
  const running = useRef(new Set<unknown>());
  return async (...given) => {
    const key = keyOf(...given);
    if (running.current.has(key)) return;
    running.current.add(key);
    try {
      await action(...given);
    } finally {
      running.current.delete(key);
    }
  };
}
