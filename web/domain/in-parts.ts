import { BULK_MAX } from '#contract/words/limits.ts';
import { messageOf } from '#web/lib/api-client.ts';

/** Hears how many rows of a change have their answer. */
export type OnProgress = (answered: number) => void;

/**
 * Sends a change in parts of as many rows as one call takes. When a later part fails, it and the rest count as refused: what
 * the first parts changed is changed, and can be undone.
 * @param refusedAs how a row is named that was not sent, with the reason
 */
export async function inParts<R, D, F>(
  rows: readonly R[],
  send: (part: readonly R[]) => Promise<{ done: D[]; refused: F[] }>,
  refusedAs: (row: R, message: string) => F,
  onProgress?: OnProgress,
): Promise<{ done: D[]; refused: F[] }> {
  const all: { done: D[]; refused: F[] } = { done: [], refused: [] };
  for (let at = 0; at < rows.length; at += BULK_MAX) {
    const part = rows.slice(at, at + BULK_MAX);
    try {
      const { done, refused } = await send(part);
      all.done.push(...done);
      all.refused.push(...refused);
    } catch (error) {
      if (at === 0) throw error;
      const message = messageOf(error, 'Not sent.');
      all.refused.push(...rows.slice(at).map((row) => refusedAs(row, message)));
      return all;
    }
    onProgress?.(at + part.length);
  }
  return all;
}

/** Begins the message of an undo in which something was refused. */
export const notUndoneText = ({ done }: { done: readonly unknown[] }): string =>
  done.length > 0 ? 'Not everything could be undone.' : 'Nothing was undone.';
