import { useEffect, useState } from 'react';

/**
 * How many unsent updates of other people this device holds; of anyone with null. Loads the outbox only when it counts, and hands over what
 * its owner can't send anymore.
 */
export function useUnsentOfOthers(userId: number | null): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const [{ countOfOthers }, { handOverOthers }] = await Promise.all([
        import('./entries.ts'),
        import('./hand-over.ts'),
      ]);
      const count = async () => {
        const found = await countOfOthers(userId);
        if (!isGone) setCount(found);
        return found;
      };
      if ((await count()) === 0) return;
      await handOverOthers(userId);
      await count();
    };
    // A blocked database holds nothing.
    void show().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [userId]);
  return count;
}
