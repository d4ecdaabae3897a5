/** The most entries that a process remembers, and that it looks for at once. */
const MOST = 100_000;
const PAGE = 1_000;

/** The entries that a process has committed and not yet seen with their seals: their births by their ids. */
export type WrittenEntries = {
  /** Adds entries. While nothing is sealed for long, those beyond the first 100,000 are not remembered. */
  remember(births: ReadonlyMap<string, string>): void;
  /** The oldest of them. */
  some(): [id: string, birth: string][];
  forget(ids: readonly string[]): void;
};

export function createWrittenEntries(): WrittenEntries {
  const births = new Map<string, string>();
  return {
    remember(added) {
      for (const [id, birth] of added) if (births.size < MOST) births.set(id, birth);
    },
    some: () => births.entries().take(PAGE).toArray(),
    forget(ids) {
      for (const id of ids) births.delete(id);
    },
  };
}
