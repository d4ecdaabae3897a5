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
 * Whether this component may do its slow drawing. Components that appear together get their turns one after the other, so that
 * the page answers a click or a key between two of them.
 */
export function useTurn(): boolean {
  const [hasTurn, setHasTurn] = useState(false);
  useEffect(() => {
    const take = () => {
      waiting.delete(take);
      // Drawn within this task. React would otherwise draw all those together whose turns come before it gets to work.
      flushSync(() => setHasTurn(true));
    };
    waiting.add(take);
    plan();
    return () => {
      waiting.delete(take);
    };
  }, []);
  return hasTurn;
}
