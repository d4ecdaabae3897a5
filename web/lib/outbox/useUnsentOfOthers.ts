import { useEffect, useState } from 'react';

/** How many unsent updates of other people this device holds; of anyone with null. Loads the outbox only to count. */
export function useUnsentOfOthers(userId: number | null): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isGone = false;
    import('./entries.ts')
      .then(({ countOfOthers }) => countOfOthers(userId))
      .then(
        (found) => !isGone && setCount(found),
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [userId]);
  return count;
}
