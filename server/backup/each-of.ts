/** How many files are copied at the same time: most of them wait for the disk. */
const AT_ONCE = 8;

/**
 * Does the work of each item, some at the same time. After a failure, of the work or of the items, it begins no more, waits for
 * those under way, and throws.
 */
export async function eachOf<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      const one: Promise<void> = work(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= AT_ONCE) await Promise.race(running);
      if (failures.length) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length) throw failures[0];
}
