import { DomainError, toDomainError } from './errors.ts';
import type { Log } from './log.ts';

type ChosenRow = { id: number; version?: number | undefined };

/** What is said of the rows after the one at which a change stopped. */
const NOT_TRIED = 'Not tried.';

/** Whether an error says something of its own row only. */
const isOfRow = (error: unknown): error is DomainError =>
  error instanceof DomainError && ['conflict', 'not_found'].includes(error.code);

/**
 * Changes rows one after the other, each in a transaction of its own: a lock is held as long as one change takes, and a
 * refusal concerns its own row only. A repeat of the call meets newer versions and changes nothing twice.
 *
 * Any other error concerns all of them, or is our bug. It ends the call, unless rows are changed already: the answer names them then,
 * so that they can be undone, and the others as refused. Whose session has ended learns only that.
 * @param change changes one row, and returns its new version
 */
export async function changeEach<C extends ChosenRow>(
  { log }: { log: Log },
  chosen: readonly C[],
  change: (one: C) => Promise<number>,
) {
  const done: { id: number; version: number }[] = [];
  const refused: { id: number; message: string }[] = [];
  for (const [at, one] of chosen.entries()) {
    try {
      done.push({ id: one.id, version: await change(one) });
    } catch (error) {
      if (isOfRow(error)) {
        refused.push({ id: one.id, message: error.message });
        continue;
      }
      const { code, message } = toDomainError(error as Error);
      if (done.length === 0 || code === 'unauthorized') throw error;
      log[code === 'internal' ? 'error' : 'warn']({ err: error, changed: done.length }, 'a change of many stopped');
      refused.push({ id: one.id, message }, ...chosen.slice(at + 1).map(({ id }) => ({ id, message: NOT_TRIED })));
      break;
    }
  }
  return { done, refused };
}
