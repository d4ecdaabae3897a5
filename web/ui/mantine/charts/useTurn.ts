import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const waiting = new Set<() => void>();
let isPlanned = false;

/** Calls the first who waits, in a task of its own, and then the next. */
function plan(): void {
  if (isPlanned || waiting.size === 0) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    const [first] = waiting;
    first?.();
    plan();
  });
}

/**
 * Holds back what is slow to draw until its turn comes. Components that change together get their turns one after the other, so that the page
 * answers a click or a key between two of them.
 * @returns what the component draws meanwhile: the content of its last turn, undefined before the first one
 */
export function useTurn<T>(content: T): T | undefined {
  const [drawn, setDrawn] = useState<T>();
  useEffect(() => {
    const take = () => {
      waiting.delete(take);
      // Drawn within this task. React would otherwise draw all those together whose turns come before it gets to work.
      flushSync(() => setDrawn(() => content));
    };
    waiting.add(take);
    plan();
    return () => {
      waiting.delete(take);
    };
  }, [content]);
  return drawn;
}
