import { DomainError } from './errors.ts';

type SeenRow = { id: number; version?: number | undefined };

/**
 * Changes rows one after the other, each in a transaction of its own: a lock is held as long as one change takes, and a
 * refusal concerns its own row only. A repeat of the call meets newer versions and changes nothing twice.
 * @param change changes one row, and returns its new version
 */
export async function changeEach<S extends SeenRow>(chosen: readonly S[], change: (seen: S) => Promise<number>) {
  const done: { id: number; version: number }[] = [];
  const refused: { id: number; message: string }[] = [];
  for (const seen of chosen) {
    try {
      done.push({ id: seen.id, version: await change(seen) });
    } catch (error) {
      // Anything else concerns all of them, or is our bug.
      if (!(error instanceof DomainError) || !['conflict', 'not_found'].includes(error.code)) throw error;
      refused.push({ id: seen.id, message: error.message });
    }
  }
  return { done, refused };
}
