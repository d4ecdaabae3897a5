import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const waiting = new Set<() => void>();
let next: ReturnType<typeof setTimeout> | undefined;

/** Calls the first who waits, in a task of its own. */
function plan(): void {
  next ??= setTimeout(() => {
    next = undefined;
    const [first] = waiting;
    first?.();
    if (waiting.size > 0) plan();
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
