import { useEffect, useRef } from 'react';

/**
 * Keeps the letters that are typed between opening a field and its focus: they neither get lost nor reach the shortcuts of
 * the page. `start` begins to keep them; `take` ends it and returns them.
 */
export function useEarlyKeys() {
  const kept = useRef('');
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  return {
    start(): void {
      stop.current();
      kept.current = '';
      const keep = (event: KeyboardEvent) => {
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        kept.current += event.key;
      };
      window.addEventListener('keydown', keep, { capture: true });
      stop.current = () => window.removeEventListener('keydown', keep, { capture: true });
    },
    take(): string {
      stop.current();
      const letters = kept.current;
      kept.current = '';
      return letters;
    },
  };
}
