import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSession } from '../session/session.tsx';
import { outboxOf, sendWhenPossible } from './browser-outbox.ts';
import type { Entry } from './entries.ts';
import type { Item, Outcome } from './outbox.ts';

/** The outbox of the user who is signed in. */
export function useOutbox() {
  const userId = useSession().user?.id ?? 0;
  return useMemo(() => outboxOf(userId), [userId]);
}

/** Every entry of the outbox, as it is now. */
export function useOutboxItems(): readonly Item[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.items);
}

/** Sends what waits while the calling frame is open. */
export function useSending(): void {
  const outbox = useOutbox();
  useEffect(() => sendWhenPossible(outbox), [outbox]);
}

/** Calls back with the end of every try. */
export function useOutcomes(onOutcome: (outcome: Outcome) => void): void {
  const outbox = useOutbox();
  useEffect(() => outbox.listen(onOutcome), [outbox, onOutcome]);
}

export type OpenedEntry = { entry: Entry; files: readonly File[] };

/**
 * What the outbox holds of a request: undefined until it is read, null when it holds nothing, `unreadable` when the browser
 * cannot read its files. `openAgain` reads it once more.
 */
export function useOpenedEntry(requestId: number) {
  const outbox = useOutbox();
  const [opened, setOpened] = useState<OpenedEntry | 'unreadable' | null>();
  useEffect(() => {
    let isGone = false;
    void outbox.open(requestId).then((found) => !isGone && setOpened(found));
    return () => {
      isGone = true;
    };
  }, [outbox, requestId]);
  const openAgain = () => {
    setOpened(undefined);
    void outbox.open(requestId).then(setOpened);
  };
  return { opened, openAgain };
}
