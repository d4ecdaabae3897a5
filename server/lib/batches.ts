export type Batches = {
  /** Keeps an item for up to a second, or `delay` milliseconds. Then `save` gets all items of the name together. */
  add<T>(name: string, item: T, save: (items: readonly T[]) => Promise<void>, delay?: number): void;
  /** Saves all waiting items. Resolves when they are saved. */
  flush(): Promise<void>;
};

const DELAY_MS = 1_000;

/**
 * Collects records that no call should wait for. A crash may lose the records of a second.
 * @param onError called when a batch could not be saved; its items are dropped
 */
export function createBatches(onError: (name: string, error: unknown) => void): Batches {
  const waiting = new Map<string, { items: unknown[]; save: () => Promise<void>; timer: NodeJS.Timeout }>();
  const running = new Set<Promise<void>>();

  const release = (name: string) => {
    const batch = waiting.get(name);
    if (!batch) return;
    waiting.delete(name);
    clearTimeout(batch.timer);
    const saving = batch.save().catch((error: unknown) => onError(name, error));
    running.add(saving);
    saving.finally(() => running.delete(saving));
  };

  return {
    add(name, item, save, delay = DELAY_MS) {
      const batch = waiting.get(name);
      if (batch) {
        batch.items.push(item);
        return;
      }
      const items = [item];
      waiting.set(name, { items, save: () => save(items), timer: setTimeout(() => release(name), delay) });
    },
    async flush() {
      for (const name of [...waiting.keys()]) release(name);
      await Promise.all(running);
    },
  };
}
