import { DomainError } from './errors.ts';

type ChosenRow = { id: number; version?: number | undefined };

/**
 * Changes rows one after the other, each in a transaction of its own: a lock is held as long as one change takes, and a
 * refusal concerns its own row only. A repeat of the call meets newer versions and changes nothing twice.
 * @param change changes one row, and returns its new version
 */
export async function changeEach<C extends ChosenRow>(chosen: readonly C[], change: (one: C) => Promise<number>) {
  const done: { id: number; version: number }[] = [];
  const refused: { id: number; message: string }[] = [];
  for (const one of chosen) {
    try {
      done.push({ id: one.id, version: await change(one) });
    } catch (error) {
      // Anything else concerns all of them, or is our bug.
      if (!(error instanceof DomainError) || !['conflict', 'not_found'].includes(error.code)) throw error;
      refused.push({ id: one.id, message: error.message });
    }
  }
  return { done, refused };
}
