import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches; null on the server and until hydration. */
export function useMediaQuery(query: string): boolean | null {
  const watch = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => null,
  );
}
